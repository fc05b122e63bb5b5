import TwoWayTable

struct Board: TableModel {
  var layout: TableLayout
  let editor: any FieldEditor
  var scores: [TableAddress: Int] = [:]

  func cell(at position: TablePosition) -> TableCell {
    let score = layout.addresses(of: position).first.flatMap { scores[$0] } ?? 0
    return TableCell(
      "\(score)", mark: score < 0 ? .problem : nil, style: score > 100 ? Style(.warm) : nil)
  }

  func editor(of field: String) -> (any FieldEditor)? { editor }

  subscript(address: TableAddress) -> String { "\(scores[address] ?? 0)" }

  mutating func set(_ values: [(TableAddress, String)]) {
    for (address, value) in values { scores[address] = Int(value) }
  }
}
