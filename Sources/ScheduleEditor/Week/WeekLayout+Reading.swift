import Diagnostics
import ScheduleModel
import TwoWayTable

/// Checks of layout files for weeks.
extension WeekLayout {
  /// Whether an editor can edit a field's values; choices are in the form of files.
  static func fit(_ editor: any FieldEditor, for key: String) throws(Refusal) -> any FieldEditor {
    guard let field = Field.displayOrder.first(where: { $0.name == key }) else { return editor }
    // The registry has no texts: no editor was named.
    if editor is TextEditor { return standardEditor(of: field) }
    if let choice = editor as? ChoiceEditor {
      var choices: [String] = []
      for text in choice.choices {
        let value = try CellValue(text, of: field).description
        guard !choices.contains(value) else { throw Refusal("choices names \(value) twice") }
        choices.append(value)
      }
      return ChoiceEditor(choices: choices)
    }
    switch (field, editor) {
    case (.time, is ClockTimeEditor), (.heat, is TemperatureEditor), (.cool, is TemperatureEditor),
      (.heat, is NumberEditor), (.cool, is NumberEditor):
      return editor
    case (.time, _): throw Refusal("time requires the editor time, or a choice of times")
    default:
      throw Refusal(
        "\(field.name) requires the editor temperature, number, or a choice of temperatures")
    }
  }

  static func rowForm(in layout: TableLayoutFile, _ problems: inout [Diagnostic]) -> FormLayout {
    func report(_ message: String, at place: String) {
      problems.append(layout.problem(message, at: place))
    }
    for form in layout.forms where form.name != "row" {
      report("the only form is row", at: "forms.\(form.name)")
    }
    guard var form = layout.form(named: "row") else {
      let fields = zip(layout.layout.columns, layout.editors).map { column, editor in
        FormField(key: column.key, label: column.title, editor: editor)
      }
      return FormLayout(name: "row", fields: fields)
    }
    if form.configuration.allowsDelete == true || form.configuration.deleteQuestion != nil {
      report("a row of the week cannot be deleted", at: "forms.row")
    }
    var fields: [FormField] = []
    for (index, var field) in form.fields.enumerated() {
      guard Field.displayOrder.contains(where: { $0.name == field.key }) else {
        report("a field of this form is time, heat or cool", at: "forms.row.fields[\(index)]")
        continue
      }
      do throws(Refusal) {
        guard field.opens == nil else { throw Refusal("a field of this form cannot have opens") }
        field.editor = try fit(field.editor, for: field.key)
        field.isRequired = true
        fields.append(field)
      } catch {
        report(error.reason, at: "forms.row.fields[\(index)]")
      }
    }
    form.fields = fields
    return form
  }
}
