package import Diagnostics

extension Weekday {
  /// Parses a list of days: names, `tue-fri`, `weekdays`, `weekend`, `all` and `*`, separated by commas.
  ///
  /// Returns each day once, in the order of the week.
  ///
  /// - Throws: `Refusal`, with the invalid word.
  package static func list(_ text: some StringProtocol) throws(Refusal) -> [Weekday] {
    var found: Set<Weekday> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      switch word.lowercased() {
      case "all", "*": found.formUnion(allCases)
      case "weekdays": found.formUnion(workdays)
      case "weekend", "weekends": found.formUnion(weekend)
      default:
        guard let days = range(word) else {
          let wrong = word.split(separator: "-").first { Weekday($0) == nil } ?? word
          throw .unknown(
            "day", String(wrong), among: allCases.map(\.name) + ["weekdays", "weekend", "all"],
            "use monday to sunday, tue-fri, weekdays, weekend or all")
        }
        found.formUnion(days)
      }
    }
    return found.sorted()
  }

  /// Parses a day or a range of days; `fri-mon` wraps around the end of the week.
  private static func range(_ text: some StringProtocol) -> [Weekday]? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Weekday($0) }
    guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil else {
      return nil
    }
    var days = [first]
    while let day = days.last, day != last { days.append(day.next) }
    return days
  }
}

extension CellAddress {
  /// Parses the address of one or more cells: a tag, or a path such as `monday.wake.heat`.
  ///
  /// The day of a path may be a list as for `Weekday.list`; the period may be `all` or `*`. With `wholeRows` the field
  /// may be too, and omitted parts mean all: `monday.wake` is a row, `all` the week.
  ///
  /// - Throws: `Refusal`, with the invalid part.
  package static func list(
    _ text: some StringProtocol, wholeRows: Bool = false
  ) throws(Refusal) -> [CellAddress] {
    if let first = text.utf8.first, first == UInt8(ascii: "-") || first.isDigit {
      guard let tag = Int(text) else {
        let name = String(text).quoted()
        throw Refusal(
          text.allSatisfy(\.isNumber)
            ? "tag \(name) is too large" : "\(name) is not a tag; use a number such as 104")
      }
      return [try CellAddress(tag: tag)]
    }
    var parts = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    let guess = parts.count < 3 ? completed(parts) : nil
    if wholeRows, guess == nil,
      parts.count == 2 || parts.count == 1 && (try? Weekday.list(parts[0])) != nil
    {
      parts += Array(repeating: "all", count: 3 - parts.count)
    }
    guard parts.count == 3 else {
      let question = guess.map { "did you mean \($0)?" }
      let isRow = guess == nil && !wholeRows && (try? list(text, wholeRows: true)) != nil
      let advice =
        question
        ?? (isRow
          ? "add a field, such as \(text)\(parts.count == 1 ? ".all" : "").heat or .time"
          : "use a tag (104) or day.period.field (tuesday.wake.heat)")
      throw Refusal("\(String(text).quoted()) is not an address; \(advice)")
    }
    let days = try Weekday.list(parts[0])
    let periods = try members(
      Period.allCases, "period", named: parts[1], "use wake, leave, return, sleep or all")
    let fields = try members(
      Field.displayOrder, "field", named: parts[2], allowingAll: wholeRows, "use time, heat or cool"
    )
    return days.flatMap { day in
      periods.flatMap { period in fields.map { CellAddress(day, period, $0) } }
    }
  }

  /// Parses the address of an assignment; a row is its time for a value that can only be one: `weekdays.wake=6:30`.
  package static func list(_ text: String, for value: String) throws(Refusal) -> [CellAddress] {
    let isTime = TimeOfDay(value) != nil && value.lowercased().contains { ":apm".contains($0) }
    if isTime, let cells = try? list("\(text).time") { return cells }
    return try list(text)
  }

  /// The path with `all` for the day or the period that it omits. Times differ from period to period.
  private static func completed(_ parts: [String]) -> String? {
    guard let last = parts.last, let field = Field(last) else { return nil }
    let days = parts.count == 1 ? "all.all.\(last)" : "all.\(parts[0]).\(last)"
    let periods = "\(parts[0]).all.\(last)"
    return (field == .time ? [days] : [days, periods]).first { (try? list($0)) != nil }
  }

  /// The member with a name, or all `members` if that is `all` or `*`.
  private static func members<Member: FileMember>(
    _ members: [Member], _ kind: String, named text: String, allowingAll: Bool = true,
    _ advice: String
  ) throws(Refusal) -> [Member] {
    if allowingAll, text == "*" || text.lowercased() == "all" { return members }
    guard let member = Member(text) else {
      throw .unknown(kind, text, among: members.map(\.name), advice)
    }
    return [member]
  }
}

extension Refusal {
  /// The error for a word that is not the name of a `kind`: suggests the nearest name, or else `advice`.
  fileprivate static func unknown(
    _ kind: String, _ word: String, among names: [String], _ advice: String
  ) -> Refusal {
    // Names differ in their first three letters: "leaf" means leave. But "today" is near to "monday".
    let isDate = ["today", "tomorrow", "tonight"].contains(word.lowercased())
    let nearest =
      isDate
      ? nil
      : Spelling.nearest(to: word, among: names)
        ?? Spelling.nearest(to: String(word.prefix(3)), among: names)
    let guess = nearest.map { "did you mean \($0)?" }
    return Refusal("\(word.quoted()) is not a \(kind); \(guess ?? advice)")
  }
}
