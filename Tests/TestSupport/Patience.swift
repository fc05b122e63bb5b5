extension Duration {
  /// How long a test waits for what has to come. Nothing is measured by it: a machine may have much other work.
  package static var patience: Duration { .seconds(30) }
}
