import ScheduleModel

/// Writes and reads Home Assistant's schedule helper, and writes the automation that applies it.
///
/// Sources: homeassistant, components/schedule (schema.py, const.py): blocks within one day, 24:00:00 only as an end,
/// no carry-over from the previous day, `data` becomes attributes. Times are quoted: YAML 1.1 readers parse 18:00:00 as
/// 64800. The scheduler form follows nielsfaber/scheduler-component (const.py, ADD_SCHEDULE_SCHEMA).
struct HomeAssistantFormat: ImportableFormat {
  let id = "home-assistant"
  let fileSuffix = "yaml"
  let title = "Home Assistant (schedule helper, YAML)"
  let options: DeviceOptionSet = [.target, .program, .midnight, .oneSide]

  let profiles = [
    DeviceProfile(
      "home-assistant", aliases: ["hass", "ha"], title: "Home Assistant climate entities",
      capabilities: DeviceCapabilities(
        periods: nil,
        scales: [TemperatureScale(.fahrenheit, step: 10), TemperatureScale(.celsius, step: 10)],
        midnight: .needsEntry))
  ]

  let forms = [
    DeviceForm("helper", "schedule helper; with --automation ENTITY also what applies it"),
    DeviceForm("scheduler", "actions for scheduler-component; --automation names the entity"),
  ]

  let instructions = [
    "A helper made in the browser: setpoint push FILE ha://HOST/schedule.NAME   (also pull, drift)",
    "Else, with an automation that sets a climate entity:",
    "setpoint export FILE --to home-assistant --automation climate.hallway \\",
    "  -o /config/packages/setpoint.yaml",
    "In configuration.yaml: homeassistant: {packages: !include_dir_named packages}; then restart.",
    "A climate entity that only heats: --program heat (it gets `temperature`).",
    "Temperatures are in the unit of the file, which must be that of the installation (--unit).",
    "Read back: Developer tools, Actions, schedule.get_schedule; copy the answer into week.yaml, then",
    "setpoint import week.yaml --from home-assistant --file-unit F",
  ]

  func prepare(_ options: inout ExportOptions) throws(ExportRefusal) {
    if let entity = options.target, !Self.isEntity(entity) {
      throw .usage("--automation must be an entity such as climate.hallway")
    }
  }

  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    let text = HomeAssistantText(week, name: name)
    if options.form == "helper" {
      return WrittenText(text.helper + text.automation(options.target))
    }
    guard let entity = options.target else {
      throw .usage("scheduler needs the entity: --automation climate.hallway")
    }
    return WrittenText(text.scheduler(entity))
  }

  /// An entity gets its setpoints from one schedule.
  func key(of name: String, _ options: ExportOptions) -> String? {
    options.target == nil && options.form ?? "helper" == "helper" ? QuotedText.slug(name) : nil
  }

  func joined(_ texts: [[UInt8]], _ options: ExportOptions) -> [UInt8] {
    joined(texts, droppingLines: 2)
  }

  private static func isEntity(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
          }
      }
  }
}

/// The YAML of a schedule.
private struct HomeAssistantText {
  private let week: FittedWeek
  private let name: String
  private let slug: String

  init(_ week: FittedWeek, name: String) {
    self.week = week
    // Home Assistant rejects an empty name.
    self.name = name.isEmpty ? "Thermostat" : name
    slug = QuotedText.slug(name)
  }

  /// The keys of `climate.set_temperature` for the setpoints: a pair, or a single one.
  private var keys: [(key: String, side: Side)] {
    week.sides == .both
      ? [("target_temp_low", .heat), ("target_temp_high", .cool)]
      : week.sides.each.map { ("temperature", $0) }
  }

  /// The blocks of a day: start, end and setpoints.
  private func blocks(_ entries: [WrittenSwitchpoint]) -> [(from: String, to: String, data: String)]
  {
    entries.indices.map { index in
      let end = index + 1 < entries.count ? "\(entries[index + 1].time):00" : "24:00:00"
      let data = keys.map { "\($0.key): \(entries[index][$0.side])" }
      return ("\(entries[index].time):00", end, "{\(data.joined(separator: ", "))}")
    }
  }

  var helper: String {
    var text = """
      # Weekly thermostat schedule written by setpoint, °\(week.scale.unit.rawValue).
      schedule:
        "\(slug)":
          name: \(QuotedText.yaml(name))
          icon: "mdi:thermostat"

      """
    for day in Weekday.allCases {
      text += "    \(day.name):\n"
      for block in blocks(week.entries(of: day)) {
        text += "      - {from: \"\(block.from)\", to: \"\(block.to)\", data: \(block.data)}\n"
      }
    }
    return text
  }

  /// The automation that applies the block's setpoints to a climate entity, when the block changes and at start.
  func automation(_ entity: String?) -> String {
    guard let entity else { return "" }
    let data = keys.map {
      "          \($0.key): \"{{ state_attr('schedule.\(slug)', '\($0.key)') }}\"\n"
    }
    return """

      automation:
        - id: "setpoint_\(slug)"
          alias: \(QuotedText.yaml("Apply " + name))
          triggers:
            - trigger: state
              entity_id: "schedule.\(slug)"
            - trigger: homeassistant
              event: start
          conditions:
            - condition: state
              entity_id: "schedule.\(slug)"
              state: "on"
          actions:
            - action: climate.set_temperature
              target: {entity_id: "\(entity)"}
              data:

      """ + data.joined()
  }

  /// One `scheduler.add` action for each group of equal days.
  func scheduler(_ entity: String) -> String {
    week.groups(.equalDays).map { group in
      let days = group.days.map { $0.name.prefix(3) }.joined(separator: ", ")
      var text = """
        - action: scheduler.add
          data:
            weekdays: [\(days)]
            repeat_type: repeat
            name: \(QuotedText.yaml("\(name) \(days)"))
            timeslots:

        """
      for block in blocks(group.entries) {
        // The last slot ends at midnight, which this component writes as 00:00:00.
        let stop = block.to == "24:00:00" ? "00:00:00" : block.to
        text += """
              - start: "\(block.from)"
                stop: "\(stop)"
                actions:
                  - service: climate.set_temperature
                    entity_id: "\(entity)"
                    service_data: \(block.data)

          """
      }
      return text
    }.joined()
  }
}
