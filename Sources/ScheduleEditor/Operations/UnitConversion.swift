import ScheduleModel

extension EditorState {
  /// Converts the document as one undo step, and reports how many values were rounded.
  mutating func convert(to unit: TemperatureUnit) {
    let old = contents
    let new = old.converted(to: unit)
    let (count, rounded) = new.conversionCounts(from: old)
    apply(new, showing: scheduleIndex, name: "convert to \(unit.symbol)")
    say(
      "converted \(count) temperatures to \(unit.symbol), "
        + (rounded == 0 ? "none rounded" : "\(rounded) rounded"), .undo)
  }
}
