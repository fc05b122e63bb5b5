import Diagnostics
import TwoWayTable

/// Edits the name of a device: any of its names, or an unambiguous prefix.
struct DeviceNameEditor: FieldEditor {
  private let catalog: any DeviceCatalog

  init(_ catalog: any DeviceCatalog) {
    self.catalog = catalog
  }

  /// Ignores its arguments; layouts do not name this editor.
  init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    self.init(NoDevices())
  }

  func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    do throws(Refusal) {
      return .success(try catalog.device(named: typed).id)
    } catch {
      let word = typed.lowercased()
      let names = catalog.names.filter { $0.hasPrefix(word) }
      return names.count == 1 ? .success(names[0]) : .failure(FieldProblem(error.reason))
    }
  }
}
