/// The field of a cell; raw values are the last digit of a cell's tag.
package enum Field: Int, FileMember {
  case time = 1
  case cool = 2
  case heat = 4

  package static let displayOrder: [Field] = [.time, .heat, .cool]

  package var key: StaticString {
    switch self {
    case .time: "time"
    case .cool: "cool"
    case .heat: "heat"
    }
  }
}
