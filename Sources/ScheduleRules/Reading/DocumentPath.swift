import Diagnostics
package import ScheduleModel

/// A place in a schedule file; known places are enum cases, so that they need no strings.
package enum DocumentPath: Hashable {
  case document
  case schedules
  case schedule(Int)
  case days(Int)
  case day(Int, Weekday)
  case row(Int, RowAddress)
  case cell(Int, CellAddress)
  case entry(Int)
  indirect case member(DocumentPath, String)

  /// The place as a JSON Pointer (RFC 6901).
  package var pointer: String {
    var text: [UInt8] = []
    text.reserveCapacity(64)
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private func append(to text: inout [UInt8]) {
    func append(_ parent: DocumentPath, _ step: StaticString) {
      parent.append(to: &text)
      text.append(UInt8(ascii: "/"))
      text.append(step)
    }
    switch self {
    case .document: break
    case .schedules: text.append("/schedules")
    case .schedule(let index):
      append(.schedules, "")
      text.append(decimal: index.magnitude)
    case .days(let index): append(.schedule(index), FileFormat.Member.days.key)
    case .day(let index, let day): append(.days(index), day.key)
    case .row(let index, let row): append(.day(index, row.day), row.period.key)
    case .cell(let index, let cell): append(.row(index, cell.row), cell.field.key)
    case .entry(let index):
      text.append("/calendar/")
      text.append(decimal: index.magnitude)
    case .member(let object, let key):
      append(object, "")
      let isPlain = !key.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
      text += (isPlain ? key : key.replacingScalars(["~": "~0", "/": "~1"])).utf8
    }
  }

  static func member(_ member: FileFormat.Member) -> DocumentPath {
    DocumentPath.document.child(member.name)
  }

  package static func member(_ member: FileFormat.Member, ofSchedule index: Int) -> DocumentPath {
    DocumentPath.schedule(index).child(member.name)
  }

  static func entry(_ index: Int, _ member: FileFormat.Member) -> DocumentPath {
    DocumentPath.entry(index).child(member.name)
  }

  func child(_ key: String) -> DocumentPath {
    switch self {
    case .document where key == FileFormat.Member.schedules.name: return .schedules
    case .schedule(let index) where key == FileFormat.Member.days.name: return .days(index)
    case .days(let index):
      if let day = Weekday(exactly: key) { return .day(index, day) }
    case .day(let index, let day):
      if let period = Period(exactly: key) { return .row(index, RowAddress(day, period)) }
    case .row(let index, let row):
      if let field = Field(exactly: key) { return .cell(index, CellAddress(row, field)) }
    default: break
    }
    return .member(self, key)
  }

  func element(_ index: Int) -> DocumentPath {
    self == .schedules
      ? .schedule(index) : self == .member(.calendar) ? .entry(index) : .member(self, "\(index)")
  }

  var scheduleIndex: Int? {
    switch self {
    case .document, .schedules, .entry: nil
    case .schedule(let index), .days(let index), .day(let index, _), .row(let index, _),
      .cell(let index, _):
      index
    case .member(let parent, _): parent.scheduleIndex
    }
  }

  var cell: CellAddress? {
    if case .cell(_, let cell) = self { cell } else { nil }
  }

  /// The place in messages: `Monday wake`, `schedule "Winter"`. `name` is the schedule's name; nil for its number.
  func words(_ name: String?) -> String {
    switch self {
    case .document: "the document"
    case .schedules: "\"schedules\""
    case .schedule(let index): "schedule \(name?.quoted() ?? "\(index + 1)")"
    case .days(let index): "\"days\" of \(DocumentPath.schedule(index).words(name))"
    case .day(_, let day): day.title
    case .row(_, let row): row.description
    case .cell(_, let cell): cell.description
    case .entry(let index): "calendar entry \(index + 1)"
    case .member(.document, let key): key.quoted()
    case .member(let parent, let key): "\(key.quoted()) of \(parent.words(name))"
    }
  }
}

extension Sentence.StringInterpolation {
  /// Appends the place that the sentence is about; `schedule` is the name of the schedule.
  mutating func appendInterpolation(about path: DocumentPath, of schedule: String? = nil) {
    switch path {
    case .row(_, let row): appendInterpolation(about: row)
    case .cell(_, let cell): appendInterpolation(about: cell)
    default: appendInterpolation(path.words(schedule))
    }
  }
}
