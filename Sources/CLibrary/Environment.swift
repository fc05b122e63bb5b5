/// The environment variables of the program; an empty variable counts as unset.
package enum Environment {
  package static subscript(name: String) -> String? {
    getenv(name).flatMap { $0.pointee == 0 ? nil : String(fileName: $0) }
  }
}
