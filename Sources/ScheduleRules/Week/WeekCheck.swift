package import Diagnostics
package import ScheduleModel

/// A finding in a cell of a week, for marking it in a table.
package struct CellFinding: Hashable, Sendable {
  package let code: String
  package let severity: Severity
  /// One printable sentence, lower case, without a full stop.
  package let sentence: Sentence
  package let cell: CellAddress
  /// The other cells involved, such as cool if heat is above it.
  package let related: [CellAddress]

  package init(
    code: String, severity: Severity, message: Sentence, cell: CellAddress,
    related: [CellAddress] = []
  ) {
    self.code = code
    self.severity = severity
    self.sentence = message
    self.cell = cell
    self.related = related
  }

  package var message: String { sentence.text }

  /// Whether it is an error, or about a unit that is plainly wrong.
  package var preventsExport: Bool { severity == .error || isAboutUnit }

  /// Whether it is about the unit of the document, which its fix changes.
  package var isAboutUnit: Bool { code == SP305OtherUnit.info.code }

  /// Whether the finding is at a cell or involves it.
  package func concerns(_ other: CellAddress) -> Bool { cell == other || related.contains(other) }
}

/// Checks a week that is being edited.
package enum WeekCheck {
  /// Returns the findings in a week, in table order.
  ///
  /// If the values look like the other unit (SP305), the finding is at the first heat value that does.
  package static func findings(
    in week: DraftWeek, options: CheckOptions = CheckOptions()
  ) -> [CellFinding] {
    let guess = SP305OtherUnit.Count(in: [week], week.unit)
    let review = WeekReview(of: week, options: options, isOtherUnit: guess.isOtherUnit(options))
    var result = review.findings.compactMap { finding in
      options.severity(of: finding.rule).map {
        CellFinding(
          code: finding.rule.code, severity: $0, message: finding.sentence, cell: finding.cell,
          related: finding.related)
      }
    }
    if let finding = guess.cellFinding(in: week, options: options) { result.append(finding) }
    return result.sorted { $0.cell.tablePlace < $1.cell.tablePlace }
  }

  /// The findings that prevent exporting a week: errors, and a unit that is plainly wrong.
  package static func errors(in week: Week) -> [CellFinding] {
    findings(in: DraftWeek(week)).filter(\.preventsExport)
  }

  /// Whether the values of weeks in one unit look like the other unit (SP305).
  package static func isOfOtherUnit(_ weeks: [Week], _ options: CheckOptions) -> Bool {
    SP305OtherUnit.Count(in: weeks.lazy.map { DraftWeek($0) }, weeks.first?.unit)
      .isOtherUnit(options)
  }

  /// The findings in a week that another week does not have in the same cells.
  package static func newFindings(
    in week: Week, since old: Week, options: CheckOptions = CheckOptions()
  ) -> [CellFinding] {
    findings(in: DraftWeek(week), options: options)
      .since(findings(in: DraftWeek(old), options: options))
  }

  /// Returns the week with a finding fixed; nil if there is no fix.
  ///
  /// Without `side` the fix is that of `validate --fix --unsafe`. An editor passes the side that was edited last: if
  /// heat and cool are too close or crossed (SP301, SP302), only that side moves, to the nearest valid value.
  package static func repaired(
    _ week: Week, _ finding: CellFinding, moving side: Side?, options: CheckOptions
  ) -> Week? {
    let review = WeekReview(
      of: DraftWeek(week), options: options, isOtherUnit: isOfOtherUnit([week], options),
      moving: side)
    let found = review.findings.first {
      $0.rule.code == finding.code && $0.cell == finding.cell && !$0.repairs.isEmpty
    }
    guard let found else { return nil }
    return found.repairs.reduce(into: week) { result, repair in
      switch repair.content {
      case .value(let value): result[repair.cell] = value
      case .textOf(let source): result[repair.cell] = week[source]
      }
    }
  }
}

extension CellAddress {
  /// The index in table order, 0...83.
  fileprivate var tablePlace: Int { row.index * 3 + (field == .time ? 0 : field == .heat ? 1 : 2) }
}

extension [CellFinding] {
  /// The findings that are not among `known` for the same cell.
  package func since(_ known: [CellFinding]) -> [CellFinding] {
    filter { finding in !known.contains { $0.code == finding.code && $0.cell == finding.cell } }
  }

  /// The problems, errors first, with equal ones on several days combined.
  package var folded: [FoldedRows<CellFinding>] {
    (filter { $0.severity == .error } + filter { $0.severity != .error }).foldedRows(
      alike: \.code, sentence: \.sentence)
  }
}
