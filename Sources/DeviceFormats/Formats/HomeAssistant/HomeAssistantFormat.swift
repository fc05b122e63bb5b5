import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads Home Assistant's schedule helper, and writes the automation that applies it. With a calendar, the
/// automation chooses among several helpers by date.
///
/// Sources: homeassistant, components/schedule (schema.py, const.py): blocks within one day, 24:00:00 only as an end,
/// no carry-over from the previous day, `data` becomes attributes. Times are quoted: YAML 1.1 readers parse 18:00:00 as
/// 64800. The scheduler form follows nielsfaber/scheduler-component (const.py, ADD_SCHEDULE_SCHEMA).
struct HomeAssistantFormat: DatedFormat {
  let exampleTarget = "climate.hallway"
  let title = "Home Assistant (schedule helper, YAML)"
  let options: Set<RequestOption> = [.target, .program]
  let years: Int? = nil

  let profiles = [
    DeviceProfile(
      id: "home-assistant", aliases: ["hass", "ha"], title: "Home Assistant climate entities",
      scales: [TemperatureScale(.fahrenheit, step: 10), TemperatureScale(.celsius, step: 10)],
      needsMidnightEntry: true)
  ]

  let forms: [(id: String, title: Sentence)] = [
    (
      "helper",
      "schedule helper; with \(option: .target) ENTITY also the automation that applies it"
    ),
    ("scheduler", "actions for scheduler-component; \(option: .target) names the entity"),
  ]

  func fileSuffix(ofForm form: String?) -> String { "yaml" }

  func hasCalendar(inForm form: String?) -> Bool { form != "scheduler" }

  func prepare(_ options: inout ExportOptions) throws(ExportRefusal) {
    if let entity = options.target, !entity.isHomeAssistantEntity || !entity.hasPrefix("climate.") {
      throw .usage("\(add: .target) must be a climate entity such as \(exampleTarget)")
    }
  }

  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    let text = HomeAssistantText(week, name: name)
    if options.form == "helper" {
      return WrittenText(
        HomeAssistantText.header(week) + text.helper + (options.target.map(text.automation) ?? ""))
    }
    guard let entity = options.target else {
      throw .usage("scheduler needs the entity: \(add: .target) \(exampleTarget)")
    }
    return WrittenText(text.scheduler(entity))
  }

  func text(of dated: DatedWeeks, options: ExportOptions) throws(ExportRefusal) -> WrittenText {
    guard let entity = options.target else {
      throw .usage(
        "the calendar needs the automation that chooses by date; "
          + "add \(add: .target) \(exampleTarget)")
    }
    var texts: [HomeAssistantText] = []
    let schedules = dated.contents.schedules
    for (week, schedule) in zip(dated.weeks, schedules) {
      let slug = QuotedText.slug(schedule.name)
      let ids = [slug] + (2...(texts.count + 2)).map { "\(slug)_\($0)" }
      let id = ids.first { id in !texts.contains { $0.slug == id } }
      texts.append(HomeAssistantText(week, name: schedule.name, datedAs: id))
    }
    // The first schedule is due where no other entry applies.
    var entries = [HomeAssistantText.value(of: CalendarEntry(schedule: ""), helper: texts[0].slug)]
    for entry in dated.contents.calendar {
      guard let index = schedules.index(named: entry.schedule) else { continue }
      entries.append(HomeAssistantText.value(of: entry, helper: texts[index].slug))
    }
    return WrittenText(
      HomeAssistantText.header(dated.weeks[0]) + texts.map(\.helper).joined()
        + HomeAssistantText.automation(entity, choosingAmong: texts, entries))
  }

  /// An entity gets its setpoints from one schedule.
  func key(of name: String, _ options: ExportOptions) -> String? {
    options.target == nil && options.form != "scheduler" ? QuotedText.slug(name) : nil
  }

  func joined(_ texts: [[UInt8]], _ options: ExportOptions) throws(Refusal) -> [UInt8] {
    // The first line tells an import whether the helpers only cool.
    guard Set(texts.map { $0.prefix { $0 != 10 } }).count == 1 else {
      throw Refusal("schedules that only cool need a Home Assistant file of their own")
    }
    return joined(texts, droppingLines: 2)
  }
}

extension String {
  /// Whether it names an entity of Home Assistant: `climate.hallway`.
  package var isHomeAssistantEntity: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789_".utf8.contains)
      }
  }
}

struct HomeAssistantText {
  private let week: FittedWeek
  private let name: String
  let slug: String
  /// Whether a calendar chooses among several schedules. A day then begins at its first period, since the setpoints
  /// before it may be those of another schedule.
  private let isDated: Bool

  /// Creates the text of a schedule; `id` is that of its helper if it has a calendar.
  init(_ week: FittedWeek, name: String, datedAs id: String? = nil) {
    self.week = week
    // Home Assistant rejects an empty name.
    self.name = name.isEmpty ? "Thermostat" : name
    slug = id ?? QuotedText.slug(name)
    isDated = id != nil
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
    entries.withEnds.map { entry, end in
      let data = keys.map { "\($0.key): \(entry[$0.side])" }.joined(separator: ", ")
      return ("\(entry.time):00", "\(end):00", "{\(data)}")
    }
  }

  /// The lines before the helpers. The key of a single setpoint does not name its side.
  static func header(_ week: FittedWeek) -> String {
    let values = week.scale.unit.symbol + (week.sides == .cool ? ", cool alone" : "")
    return "# Weekly thermostat schedule written by setpoint, \(values).\nschedule:\n"
  }

  var helper: String {
    var text = """
        "\(slug)":
          name: \(QuotedText.yaml(name))
          icon: "mdi:thermostat"

      """
    for day in Weekday.allCases {
      text += "    \(day.name):\n"
      let entries = week.entries(of: day)
      for block in blocks(isDated ? entries.suffix(Period.allCases.count) : entries) {
        text += "      - {from: \"\(block.from)\", to: \"\(block.to)\", data: \(block.data)}\n"
      }
    }
    return text
  }

  private var entity: String { "\"schedule.\(slug)\"" }

  /// The automation that applies the block's setpoints to a climate entity, when the block changes and at start.
  func automation(_ climate: String) -> String {
    Self.automation(
      """
          id: "setpoint_\(slug)"
          alias: \(QuotedText.yaml("Apply " + name))
      """,
      triggeredBy: entity,
      """
          conditions:
            - condition: state
              entity_id: \(entity)
              state: "on"
          actions:
      """,
      climate, keys.map { ($0.key, "state_attr('schedule.\(slug)', '\($0.key)')") })
  }

  /// The automation that applies the setpoints of the helper that is due, when its block changes and at start. Before
  /// the first block of the day, those are the last ones of the helper that was due the day before.
  static func automation(
    _ climate: String, choosingAmong texts: [HomeAssistantText], _ entries: [JSONValue]
  ) -> String {
    let lines = entries.map { "        - \(String(decoding: $0.encoded(.spaced), as: UTF8.self))" }
    return automation(
      """
          id: "setpoint_\(climate.replacing(".", with: "_"))"
          alias: "Apply the calendar to \(climate)"
          mode: queued
      """,
      triggeredBy: "[\(texts.map(\.entity).joined(separator: ", "))]",
      """
          variables:
            calendar:
      \(lines.joined(separator: "\n"))
            due: |-
              \(due.replacing("\n", with: "\n        "))
          conditions:
            - "{{ trigger.platform != 'state' or trigger.entity_id == due[0] and is_state(due[0], 'on') }}"
          actions:
            - action: schedule.get_schedule
              target: {entity_id: "{{ due[1] }}"}
              response_variable: answer
            - variables:
                evening: "{{ answer[due[1]][(now() - timedelta(days=1)).strftime('%A') | lower][-1].data }}"
      """,
      climate,
      texts[0].keys.map {
        ($0.key, "state_attr(due[0], '\($0.key)') if is_state(due[0], 'on') else evening.\($0.key)")
      })
  }

  private static func automation(
    _ head: String, triggeredBy helpers: String, _ middle: String, _ climate: String,
    _ values: [(key: String, template: String)]
  ) -> String {
    """

    automation:
      - \(head.drop { $0 == " " })
        triggers:
          - trigger: state
            entity_id: \(helpers)
          - trigger: homeassistant
            event: start
    \(middle)
          - action: climate.set_temperature
            target: {entity_id: "\(climate)"}
            data:

    """ + values.map { "          \($0.key): \"{{ \($0.template) }}\"\n" }.joined()
  }

  static func value(of entry: CalendarEntry, helper: String) -> JSONValue {
    .object(known: [
      "helper": .string("schedule.\(helper)"),
      "from": entry.dates.map { .string("\($0.from)") },
      "to": entry.dates.map { .string("\($0.to)") },
      "weeks": entry.weeks.map { .string($0.rawValue) },
      "days": entry.days.isEmpty ? nil : .strings(entry.days.map(\.name)),
    ])
  }

  /// The template that finds the helpers that are due today and were due yesterday. The last entry that applies decides.
  static let due = """
    {% set found = namespace(due=[]) %}
    {% for date in [now(), now() - timedelta(days=1)] %}
      {% set weekday = date.strftime('%A') | lower %}
      {% set parity = ['even', 'odd'][date.isocalendar()[1] % 2] %}
      {% for entry in calendar %}
        {% set first, last = entry.from | default('01-01'), entry.to | default('12-31') %}
        {% set day = date.isoformat()[10 - first | length:10] %}
        {% if (first <= day <= last if first <= last else day >= first or day <= last)
          and entry.weeks | default(parity) == parity
          and weekday in entry.days | default([weekday]) %}
          {% set found.helper = entry.helper %}
        {% endif %}
      {% endfor %}
      {% set found.due = found.due + [found.helper] %}
    {% endfor %}
    {{ found.due }}
    """

  /// One `scheduler.add` action for each group of equal days.
  func scheduler(_ entity: String) -> String {
    week.groups().map { group in
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
