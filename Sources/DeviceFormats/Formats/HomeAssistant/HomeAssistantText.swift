import ScheduleModel

/// The YAML of a schedule.
struct HomeAssistantText {
  private let week: FittedWeek
  private let name: String
  private let slug: String
  /// Whether a calendar chooses among several schedules. A day then begins at its first period, since the setpoints
  /// before it may be those of another schedule.
  private let isDated: Bool

  init(_ week: FittedWeek, name: String) {
    self.init(week, name, QuotedText.slug(name), isDated: false)
  }

  /// Creates the text of a schedule with a calendar; its helper has another id than those of `others`.
  init(_ week: FittedWeek, name: String, besides others: [HomeAssistantText]) {
    let slug = QuotedText.slug(name)
    let ids = [slug] + (2...(others.count + 2)).map { "\(slug)_\($0)" }
    let free = ids.first { id in !others.contains { $0.slug == id } }
    self.init(week, name, free ?? slug, isDated: true)
  }

  private init(_ week: FittedWeek, _ name: String, _ slug: String, isDated: Bool) {
    self.week = week
    // Home Assistant rejects an empty name.
    self.name = name.isEmpty ? "Thermostat" : name
    (self.slug, self.isDated) = (slug, isDated)
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
    _ climate: String, choosingAmong texts: [HomeAssistantText], _ entries: String
  ) -> String {
    automation(
      """
          id: "setpoint_\(climate.replacing(".", with: "_"))"
          alias: "Apply the calendar to \(climate)"
          mode: queued
      """,
      triggeredBy: "[\(texts.map(\.entity).joined(separator: ", "))]",
      """
          variables:
            calendar:
      \(entries)      otherwise: \(texts[0].entity)
            weekdays: [\(Weekday.allCases.map(\.name).joined(separator: ", "))]
            due: |-
              \(due.replacing("\n", with: "\n        "))
          conditions:
            - "{{ trigger.platform != 'state' or trigger.entity_id == due[0] and is_state(due[0], 'on') }}"
          actions:
            - action: schedule.get_schedule
              target: {entity_id: "{{ due[1] }}"}
              response_variable: answer
            - variables:
                evening: "{{ answer[due[1]][weekdays[now().weekday() - 1]][-1].data }}"
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
  func line(of entry: CalendarEntry) -> String {
    let members = [
      ("helper", entity), ("from", entry.dates.map { "\"\($0.from)\"" }),
      ("to", entry.dates.map { "\"\($0.to)\"" }), ("weeks", entry.weeks?.rawValue),
      (
        "days",
        entry.days.isEmpty ? nil : "[\(entry.days.map(\.name).joined(separator: ", "))]"
      ),
    ]
    let texts = members.compactMap { key, value in value.map { "\(key): \($0)" } }
    return "        - {\(texts.joined(separator: ", "))}\n"
  }

  /// The template that finds the helpers that are due today and were due yesterday. The last entry that applies decides.
  static let due = """
    {% set found = namespace(due=[]) %}
    {% for date in [now(), now() - timedelta(days=1)] %}
      {% set found.helper = otherwise %}
      {% for entry in calendar %}
        {% set first, last = entry.from | default('01-01'), entry.to | default('12-31') %}
        {% set day = date.isoformat()[10 - first | length:10] %}
        {% set weekday = weekdays[date.weekday()] %}
        {% set parity = ['even', 'odd'][date.isocalendar()[1] % 2] %}
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
