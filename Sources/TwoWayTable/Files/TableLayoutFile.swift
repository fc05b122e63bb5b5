import Diagnostics
import JSONText

/// A form in a layout file: its fields and texts, without data.
public struct FormLayout: Sendable {
  /// The name in the layout file, by which `form(named:)` finds it.
  public let name: String
  /// The fields, in order.
  public var fields: [FormField]
  /// The title, the labels of buttons and other settings.
  public var configuration: FormConfiguration
  /// The rules over several fields.
  public var rules: [FormRule]

  /// Creates a form.
  public init(
    name: String, fields: [FormField], configuration: FormConfiguration = .init(),
    rules: [FormRule] = []
  ) {
    self.name = name
    self.fields = fields
    self.configuration = configuration
    self.rules = rules
  }

  /// The form about `row`. `value` returns the shared value of a field by its key; nil if its values differ.
  package func form(about row: String, words: Words, value: (String) -> String?) -> Form {
    var configuration = configuration
    configuration.title = [configuration.title, row].filter { !$0.isEmpty }.joined(separator: ": ")
    configuration.words = words
    let shared = fields.map { ($0.key, value($0.key)) }
    return Form(
      fields, values: Dictionary(shared.map { ($0, $1 ?? "") }, uniquingKeysWith: { $1 }),
      mixed: Set(shared.filter { $0.1 == nil }.map(\.0)), configuration: configuration, rules: rules
    )
  }
}

/// A table with its editors and forms, as described by a layout file.
///
/// A section or a row may represent several keys of the data; an edit then changes all of them.
public struct TableLayoutFile: Sendable {
  /// The name of the file as given; empty for a table without a file.
  public let file: String
  /// Sections, rows and columns.
  public let layout: TableLayout
  /// The editors of the columns, in order.
  public let editors: [any FieldEditor]
  /// Whether rows can be added, removed and moved.
  public let allowsNewRows: Bool
  /// The arrangement; nil to choose it by the size of the screen.
  public let arrangement: GridArrangement?
  /// The forms, in order.
  public let forms: [FormLayout]
  /// The values of `settings` by name; their meaning is up to the app.
  public let settings: [String: LayoutValue]
  let places: [String: SourceLocation]
}

extension TableLayoutFile {
  /// Creates a table without a file. `editors` are those of the columns, by key; other columns have texts.
  public init(
    _ layout: TableLayout, editors: [String: any FieldEditor] = [:], forms: [FormLayout] = [],
    arrangement: GridArrangement? = nil, allowsNewRows: Bool = false
  ) {
    self.init(
      file: "", layout: layout, editors: layout.columns.map { editors[$0.key] ?? TextEditor() },
      allowsNewRows: allowsNewRows,
      arrangement: arrangement, forms: forms, settings: [:], places: [:])
  }

  /// Reads a layout file; `file` is its name in errors.
  ///
  /// - Throws: `FileProblems`.
  public init(
    reading bytes: [UInt8], file: String, editors registry: FieldEditorRegistry = .standard
  ) throws(FileProblems) {
    let json = JSONReader(bytes, file: file, title: "the layout")
    var reader = LayoutReader(registry: registry, json: json)
    let layout = reader.read(file)
    let problems = reader.json.problems
    guard problems.isEmpty, let layout else { throw FileProblems(problems) }
    self = layout
  }

  /// Returns the form with a name; nil if there is none.
  public func form(named name: String) -> FormLayout? { forms.first { $0.name == name } }

  /// The editors of the columns, and of the other fields in the form `row`, by key.
  var editorsByKey: [String: any FieldEditor] {
    let columns = zip(layout.columns, editors).map { ($0.key, $1) }
    let fields = form(named: "row")?.fields.map { ($0.key, $0.editor) } ?? []
    return Dictionary(columns + fields) { first, _ in first }
  }

  /// Locates an error that only the application can detect, in the value with a path such as `fields[1].key`; if it is
  /// missing, in the value that would contain it. The fields in the sections of a form count as its `fields`.
  public func problem(_ message: String, at path: String) -> FileProblems {
    var path = path[...]
    while places[String(path)] == nil, let end = path.lastIndex(where: { ".[".contains($0) }) {
      path = path[..<end]
    }
    let location = places[String(path)] ?? places[""]
    return FileProblems([
      Diagnostic(file: file, location: location, message: Sentence(message))
    ])
  }
}
