import TwoWayTable

/// Rooms such as `B114`: `"floors": 4`.
struct RoomEditor: FieldEditor {
  let floors: Int

  init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    floors = try arguments.integer("floors", in: 1...9) ?? 4
  }

  func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    let room = typed.uppercased()
    guard room.count == 4, "AB".contains(room.prefix(1)), let number = Int(room.dropFirst()),
      (100..<(floors + 1) * 100).contains(number)
    else { return .failure(FieldProblem("\(typed) is not a room; try B114")) }
    return .success(room)
  }
}
