import DeviceFormats
import Diagnostics
import ScheduleModel
import TestSupport
import Testing

/// Zigbee programs: frames, messages of zigbee2mqtt, and their meaning.
@Suite struct ZigbeeVectorTests: FormatVectors {
  @Test("the Zigbee vector is read and written") func zigbeeVectorRead() throws {
    let read = try read("zcl", "zcl/heat-and-cool/frames.txt") { $0.base = Self.vector }
    #expect(rows(read.schedule, .monday) == Self.vectorRows)
    #expect(rows(read.schedule, .friday) == Self.vectorRows)
    var schedule = Self.vector
    schedule[RowAddress(.saturday, .wake)].heat = Temperature(20)
    schedule[RowAddress(.sunday, .wake)].heat = Temperature(20)
    let frames = try export(schedule, "zcl") { $0.program = .both }.split(separator: "\n")
    let fixture = try Fixture.bytes("zcl/heat-and-cool/frames.txt")
    #expect("\(frames[0])\n" == String(decoding: fixture, as: UTF8.self))
    let start = ["01020104", "41", "03", "6801", "d007"].joined()
    #expect(frames[1].hasPrefix(start))
    #expect(frames.count == 2)
  }

  @Test("responses of a valve are read with both programs") func responsesValveRead() throws {
    #expect(throws: ImportRefusal.self) {
      try self.read("zcl", "zcl/valve-responses/frames.txt") { $0.base = Self.vector }
    }
    // Of six transitions one repeats the setpoints in force; of the others, 12:00 changes the setpoints least.
    let read = try read("zcl", "zcl/valve-responses/frames.txt") {
      $0.base = Self.vector
      $0.allowances = [.dropPeriods]
    }
    #expect(
      rows(read.schedule, .saturday) == [
        "06:00 23/23", "09:30 22/22", "16:30 23/23", "23:00 21/21",
      ])
  }

  @Test("a valve gets only heat, and ZHA gets an action") func valveGetsHeat() throws {
    #expect(throws: ExportRefusal.self) { try export(Self.vector, "zcl") }
    let frame = try export(Self.vector, "zcl") { $0.allowances = [.dropCool] }
    #expect(frame == "010101047f0168013408e00140063804340828056c07\n")
    let action = try export(Self.vector, "zcl") {
      $0.program = .both
      $0.form = "zha"
      $0.target = "00:15:8d:00:01:02:03:04"
    }
    #expect(action.contains("ieee: \"00:15:8d:00:01:02:03:04\""))
    #expect(
      action.contains(
        "values: [360, 2100, 2500, 480, 1600, 2800, 1080, 2100, 2350, 1320, 1900, 2700]"))
    #expect(action.contains("day_of_week_for_sequence: 127\n"))
    #expect(throws: ExportRefusal.self) {
      try export(Self.vector, "zcl") {
        $0.program = .both
        $0.form = "zha"
        $0.target = "x\"\n  evil: 1"
      }
    }
  }

  @Test("zigbee2mqtt is read in both spellings") func zigbee2mqttReadBoth() throws {
    let set = try read("zigbee2mqtt", "zigbee2mqtt/set/messages.jsonl") { $0.base = Self.vector }
    #expect(rows(set.schedule, .wednesday) == Self.vectorRows)
    #expect(set.warnings.isEmpty)
    let reported = try read("zigbee2mqtt", "zigbee2mqtt/reported/state.json") {
      $0.base = Self.vector
      $0.cool = .value(Temperature(27))
      $0.allowances = [.dropPeriods]
    }
    // 14:00 repeats the setpoints in force, and 12:00 changes them least.
    #expect(
      rows(reported.schedule, .saturday) == [
        "06:00 23/27", "09:30 22/27", "16:30 23/27", "23:00 21/27",
      ])
    let messages = try export(Self.vector, "zigbee2mqtt")
    #expect(
      messages.hasPrefix(
        "{\"weekly_schedule\":{\"dayofweek\":[\"monday\",\"tuesday\",\"wednesday\",\"thursday\","
          + "\"friday\",\"saturday\",\"sunday\"],\"transitions\":[{\"transitionTime\":\"06:00\","
          + "\"heatSetpoint\":21,\"coolSetpoint\":25},"))
    #expect(messages.contains("\"coolSetpoint\":23.5}"))
  }

  @Test("zigbee2mqtt imports accept other spellings of times and days, and a topic")
  func zigbee2mqttTakesOther() throws {
    let reader = try #require(DeviceFormats.device(named: "zigbee2mqtt")?.format)
    let texts = [
      "zigbee2mqtt/valve {\"weekly_schedule\":{\"dayofweek\":\"monday\",\"transitions\":"
        + "[{\"time\":\"6:00\",\"heat_setpoint\":21},{\"transition_time\":{\"hour\":8,\"minute\":0},"
        + "\"heat_setpoint\":16},{\"time\":1080,\"heat_setpoint\":21},"
        + "{\"time\":1320,\"heat_setpoint\":19}]}}\r\n"
        + "zigbee2mqtt/valve {\"battery\":90,\"schedule_tuesday\":\"06:00/21 08:00/16 18:00/21 "
        + "22:00/19\"}\r\n"
    ]
    var options = ImportOptions()
    options.base = .standard(.celsius)
    options.cool = .value(Temperature(27))
    let read = try reader.read(texts.map { DeviceInput($0) }, options: options)
    let expected = ["06:00 21/27", "08:00 16/27", "18:00 21/27", "22:00 19/27"]
    #expect(rows(read.schedule, .monday) == expected)
    #expect(rows(read.schedule, .tuesday) == expected)
    #expect(read.warnings.isEmpty, "a battery is not part of a program")
  }

  @Test("an answer may arrive twice, and a long answer in parts") func answerComeTwice() throws {
    let valve = try #require(DeviceFormats.device(named: "zigbee2mqtt")?.format)
    var options = ImportOptions()
    options.base = .standard(.celsius)
    options.cool = .value(Temperature(27))
    let line = "{\"schedule_monday\":\"06:00/20 08:00/16 18:00/20 22:00/16\"}\n"
    let read = try valve.read([DeviceInput(line + line)], options: options)
    #expect(rows(read.schedule, .monday).first == "06:00 20/27")
    let list = "[" + line.dropLast() + ",\n" + line.dropLast() + "]"
    for text in [list, list.swapping("\n", for: "")] {
      let read = try valve.read([DeviceInput(text)], options: options)
      #expect(rows(read.schedule, .monday).first == "06:00 20/27")
    }
    let frames = try #require(DeviceFormats.device(named: "zcl")?.format)
    // Monday in two responses of two transitions each, both sent twice.
    let parts = "0901000202016801d007e0014006\n0902000202013804d00728054006\n"
    let split = try frames.read([DeviceInput(parts + parts)], options: options)
    #expect(
      rows(split.schedule, .monday) == ["06:00 20/27", "08:00 16/27", "18:00 20/27", "22:00 16/27"])
  }

  @Test("valves with day texts are read and written") func valvesDayTexts() throws {
    let sonoff = try read("zigbee2mqtt", "zigbee2mqtt/sonoff-trvzb/message.json") {
      $0.base = Self.vector
      $0.cool = .value(Temperature(27))
      $0.allowances = [.dropPeriods]
    }
    #expect(sonoff.schedule.day(.monday).count == 4)
    let tuya = try read("zigbee2mqtt", "zigbee2mqtt/tuya/message.json") {
      $0.base = Self.vector
      $0.cool = .value(Temperature(27))
    }
    #expect(
      rows(tuya.schedule, .monday) == [
        "06:00 21/27", "08:00 16/27", "18:00 21/27", "22:00 17.5/27",
      ])
    let written = try export(tuya.schedule, "zigbee2mqtt") {
      $0.kind = "tuya"
      $0.allowances = [.dropCool]
    }
    let fixture = String(
      decoding: try Fixture.bytes("zigbee2mqtt/tuya/message.json"), as: UTF8.self)
    #expect(written.hasPrefix(fixture + "\n") || written.hasPrefix(fixture))
    let trvzb = try export(tuya.schedule, "zigbee2mqtt") {
      $0.kind = "TRVZB"
      $0.allowances = [.dropCool]
    }
    #expect(
      trvzb.hasPrefix(
        "{\"weekly_schedule_monday\":\"00:00/19 06:00/21 08:00/16 18:00/21 22:00/17.5\",\"weekly_"))
    #expect(trvzb.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
  }
}
