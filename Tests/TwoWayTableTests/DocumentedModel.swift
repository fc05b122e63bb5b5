import TwoWayTable

struct Board: TableSource {
  var scores: [[[Int]]]

  func cell(at position: TablePosition) -> TableCell {
    let score = scores[position.section][position.row][position.column]
    return TableCell("\(score)", isMarked: score < 0, style: score > 100 ? Style(.warm) : nil)
  }
}
