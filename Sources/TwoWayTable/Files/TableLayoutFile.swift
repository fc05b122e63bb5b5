import Diagnostics
import JSONText

/// A form as a layout file describes it: its fields and its words, without data.
public struct FormLayout: Sendable {
  /// The name that the application knows it by.
  public let name: String
  /// The fields, in order.
  public let fields: [FormField]
  /// Title, button labels and the like.
  public let configuration: FormConfiguration
  /// What must hold of several fields together.
  public let rules: [FormRule]
  /// Whether the file says what has the focus at first; otherwise an application may choose.
  package let saysFirstFocus: Bool

  /// Describes a form.
  public init(
    name: String, fields: [FormField], configuration: FormConfiguration = .init(),
    rules: [FormRule] = [], saysFirstFocus: Bool = false
  ) {
    self.name = name
    self.fields = fields
    self.configuration = configuration
    self.rules = rules
    self.saysFirstFocus = saysFirstFocus
  }
}

/// A table, its editors and its forms, as a layout file describes them.
///
/// ```json
/// {
///   "arrangement": "across",
///   "sections": [{"keys": ["first"], "title": "First day", "short": "1st"}],
///   "rows": [{"keys": ["noon"], "title": "Noon"}],
///   "fields": [
///     {"key": "drug", "title": "drug", "width": 12, "role": "cool"},
///     {"key": "dose", "title": "dose", "width": 5, "alignment": "decimal",
///      "editor": {"kind": "number", "min": 0, "max": 9}}
///   ],
///   "forms": {"row": {"title": "Dose", "fields": [{"key": "drug", "label": "Drug"}]}},
///   "settings": {"anything": "the application reads this"}
/// }
/// ```
///
/// A section or a row may stand for several keys of the data: an edit there is an edit of all.
public struct TableLayoutFile: Sendable {
  /// The file as it was named; empty for a table that was described without one.
  public let file: String
  /// Sections, rows and columns.
  public let layout: TableLayout
  /// The editors of the columns, in order.
  public let editors: [any FieldEditor]
  /// Whether rows can be added, removed and moved.
  public let allowsNewRows: Bool
  /// How the table lies; nil where the file leaves it to the size of the screen.
  public let arrangement: GridArrangement?
  /// The forms, in order.
  public let forms: [FormLayout]
  /// What the file says to the application.
  public let settings: [String: LayoutValue]
  private let places: [LayoutPart: SourceLocation]

  /// Describes a table without a file.
  ///
  /// - Throws: `FieldEditorArgumentError` for a column whose editor `registry` does not know or cannot make.
  public init(
    _ layout: TableLayout, editors registry: FieldEditorRegistry = .standard,
    forms: [FormLayout] = [], arrangement: GridArrangement? = nil, allowsNewRows: Bool = false
  ) throws(FieldEditorArgumentError) {
    var editors: [any FieldEditor] = []
    for column in layout.columns {
      guard let editor = try registry.editor(column.editor) else {
        throw FieldEditorArgumentError(
          "\(column.editor.kind.quoted()) is not a kind of editor; expected "
            + registry.kinds.map { $0.quoted() }.listed("or"))
      }
      editors.append(editor)
    }
    (file, settings, places) = ("", [:], [:])
    self.layout = layout
    self.editors = editors
    self.forms = forms
    self.arrangement = arrangement
    self.allowsNewRows = allowsNewRows
  }

  /// Reads a layout file; `file` is how problems name it.
  ///
  /// - Throws: `FileProblems`, with everything that is wrong.
  public init(
    reading bytes: [UInt8], file: String, editors registry: FieldEditorRegistry = .standard
  ) throws(FileProblems) {
    var reader = LayoutReader(
      JSONReader(bytes, file: file, title: "the layout"), registry: registry)
    let contents = reader.read()
    let problems = reader.json.problems
    guard problems.isEmpty, let contents else { throw FileProblems(problems) }
    self.file = file
    layout = contents.layout
    editors = contents.editors
    arrangement = contents.arrangement
    allowsNewRows = contents.allowsNewRows
    forms = contents.forms
    settings = contents.settings
    places = reader.places
  }

  /// The form that has a name; nil when the file has none.
  public func form(named name: String) -> FormLayout? { forms.first { $0.name == name } }

  /// Locates a problem that only the application can find in a part of the file. A part that the file does not
  /// have is at its beginning.
  public func problem(_ message: String, at place: LayoutPart) -> FileProblem {
    let location = places[place]
    return FileProblem(
      file: file, line: location?.line ?? 1, column: location?.column ?? 1,
      message: message.printable)
  }
}
