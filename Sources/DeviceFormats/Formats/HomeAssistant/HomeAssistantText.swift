import JSONText
import ScheduleModel

/// The YAML of a schedule.
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
    entries.indices.map { index in
      let end = index + 1 < entries.count ? "\(entries[index + 1].time):00" : "24:00:00"
      let data = keys.map { "\($0.key): \(entries[index][$0.side])" }
      return ("\(entries[index].time):00", end, "{\(data.joined(separator: ", "))}")
    }
  }

  /// The lines before the helpers.
  static func header(_ week: FittedWeek) -> String {
    "# Weekly thermostat schedule written by setpoint, °\(week.scale.unit.rawValue).\nschedule:\n"
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

  /// An entry of the calendar in the variables of the automation.
  static func value(of entry: CalendarEntry, helper: String) -> JSONValue {
    let members: [(String, JSONValue?)] = [
      ("helper", .string("schedule.\(helper)")),
      ("from", entry.dates.map { .string("\($0.from)") }),
      ("to", entry.dates.map { .string("\($0.to)") }),
      ("weeks", entry.weeks.map { .string($0.rawValue) }),
      ("days", entry.days.isEmpty ? nil : .array(entry.days.map { .string($0.name) })),
    ]
    return .object(members.compactMap { key, value in value.map { .init(key, $0) } })
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
