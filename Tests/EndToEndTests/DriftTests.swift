import CLibrary
import TestSupport
import TestTraits
import Testing

/// `drift` and `pull` with devices that answer, and with devices that do not.
@Suite(.waits) struct DriftTests {
  @Test(
    "every fault of a device is reported in a sentence, in time, and never as equal",
    arguments: [
      ("silent", 75, "did not answer in time"), ("silent-deaf", 75, "did not answer in time"),
      ("busy", 75, "busy three times"), ("denied", 77, "not an administrator's"),
      ("link", 64, "no such link"), ("dies", 75, "ended with status 127: error while loading"),
      ("killed", 75, "ended by signal 9"), ("junk", 75, "another version, or another program"),
      ("words", 75, "another version, or another program"), ("long", 75, "more than 4 MiB"),
      ("endless", 75, "did not answer in time"), ("escape", 75, "it answers"),
      ("half", 1, "the file ends early"), ("refuses-read", 75, "HTTP status 500"),
    ]) func faultsAreTold(mode: String, status: Int, words: String) throws
  {
    let device = try FakeDevice()
    device.become(mode)
    // What takes longest is shown by one command: both read in the same way.
    let isLong = ["silent", "long", "endless"].contains(mode)
    for command in ["pull -o out.json"] + (isLong ? [] : ["drift home.json"]) {
      // 256 MiB of address space; a minute of the processor is far more than it takes.
      let result = try device.run(
        "ulimit -v 262144; ulimit -t 60; setpoint \(command) radiotherm://h --timeout 1; s=$?; ls out.json; exit $s"
      )
      #expect(result.status == status, "\(command): \(result.errorText)")
      #expect(result.errorText.contains(words), "\(command): \(result.errorText)")
      #expect(result.text == "", "\(command): \(result.text)")
      #expect(result.errors.containsNoControls)
      #expect(result.errors.count < 2000)
    }
  }

  @Test(
    "a program of another protocol version, or without an answer, is reported",
    arguments: ["old", "none"])
  func otherPrograms(start: String) throws {
    let device = try FakeDevice()
    let result = try device.run(
      "echo \(start) >fake/start; setpoint drift home.json radiotherm://h --timeout 1")
    #expect(result.status == 75)
    #expect(
      result.errorText.contains(start == "old" ? "with status 64: usage" : "ended with status 0"),
      "\(result.errorText)")
  }

  @Test("a valve whose link is silent for three seconds is read within a short timeout")
  func shortTimeout() throws {
    let device = try FakeDevice()
    device.become("settles")
    let result = try device.run("setpoint drift home.json radiotherm://h --timeout 1")
    #expect(result.status == 0, "\(result.errorText)")
  }

  @Test("a device without a unit is read only with --file-unit")
  func unknownUnit() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      setpoint export home.json --to bacnet --program heat | sed 's/ °F//' |
        awk '{printf "%s\\\\n", $0}' >fake/program
      setpoint pull bacnet://h/1/schedule/2 --file-unit F >/dev/null || exit 9
      setpoint pull bacnet://h/1/schedule/2
      """)
    #expect(result.status == 75)
    #expect(
      result.errorText.hasSuffix(
        "setpoint: bacnet://h/1/schedule/2: the unit of its program is unknown; pass the device's unit, "
          + "--file-unit C or --file-unit F\n"), "\(result.errorText)")
  }

  @Test("a helper with gaps is reported once")
  func gaps() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      setpoint export home.json --to home-assistant | sed '/00:00:00/d; s/"/\\\\"/g' |
        awk '{printf "%s\\\\n", $0}' >fake/program
      setpoint drift home.json ha://h/schedule.x 2>&1
      """)
    #expect(result.status == 1)
    #expect(result.text.contains("no setpoint from 00:00 to 06:00\n"), "\(result.text)")
    #expect(result.text.ranges(of: "not a valid schedule").count == 1, "\(result.text)")
  }

  @Test("a time that only one of two programs changes is one difference, which push writes")
  func timeOfOneSide() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      sed -i 's/1320,62/1330,62/' fake/program
      setpoint drift home.json radiotherm://h; [ $? = 1 ] || exit 9
      setpoint push home.json radiotherm://h --yes && setpoint drift home.json radiotherm://h || exit 8
      # More than four times, which no schedule can have.
      sed -i 's/360,70,480,62,1080,70,1320,62/1,70,480,62,1080,70/' fake/program
      setpoint drift home.json radiotherm://h; [ $? = 1 ]
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(
      result.text.hasPrefix(
        "Monday sleep time 22:00 -> 22:10\nits heat and cool programs change at different times\n"),
      "\(result.text)")
    #expect(result.errorText.contains("Monday sleep time 22:10 -> 22:00"))
    #expect(result.errorText.contains("SP522"))
    #expect(!result.errorText.contains("--times"), "\(result.errorText)")
  }

  @Test(
    "an address without a program is refused before the sides of the schedule are",
    arguments: ["radiotherm://h/heat/", "radiotherm://h/HEAT", "bacnet://h/1/schedule/1,1"])
  func addressForm(link: String) throws {
    let device = try FakeDevice()
    let result = try device.run(
      "setpoint set home.json sides=heat 2>/dev/null; setpoint drift home.json \(link)")
    #expect(result.status == 64, "\(result.errorText)")
    #expect(!result.errorText.contains("sides"), "\(result.errorText)")
    #expect(result.errorText.contains("[:PORT]"), "\(result.errorText)")
  }

  @Test("padding, rounding and another scale are not drift; a missing side is")
  func grids() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      # Seven places a day, the last ones repeated.
      printf ct80 >fake/kind
      setpoint export home.json --to radiotherm --device ct80 --program both 2>/dev/null |
        sed 's/"/\\\\"/g' | tr -d '\\n' >fake/program
      setpoint drift home.json radiotherm://h || exit 1
      setpoint import - --from radiotherm --unit C -o c.json <<END
      $(sed 's/\\\\"/"/g' fake/program)
      END
      setpoint drift c.json radiotherm://h || exit 2
      rm fake/kind; valve='mqtt://h/z/x?kind=sonoff-trvzb'
      setpoint export c.json --to zigbee2mqtt --device sonoff-trvzb --round --drop-cool 2>/dev/null |
        sed 's/"/\\\\"/g' | tr -d '\\n' >fake/program
      setpoint drift c.json "$valve" --round --drop-cool 2>&1 | grep -q 'cannot confirm' || exit 3
      setpoint drift c.json "$valve" >/dev/null; [ $? = 1 ] || exit 4
      setpoint export home.json --to home-assistant --program heat | sed 's/"/\\\\"/g; 1d' |
        awk '{printf "%s\\\\n", $0}' >fake/program
      setpoint drift home.json ha://h/schedule.x --program heat || exit 5
      setpoint drift home.json ha://h/schedule.x --program both; [ $? = 1 ] || exit 6
      setpoint drift home.json ha://h/schedule.x || exit 7
      setpoint drift home.json ha://h/schedule.x --format json | grep -q 'cool is not compared' || exit 11
      setpoint set home.json mon.wake.heat=66 2>/dev/null
      setpoint push home.json ha://h/schedule.x --yes || exit 8
      grep -q target_temp fake/program && exit 9
      setpoint drift home.json ha://h/schedule.x --drop-cool; [ $? = 64 ] || exit 10
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(result.text == "it stores no cool setpoints\n")
    #expect(result.errorText.contains("it stores only heat setpoints, so cool is not compared"))
    #expect(result.errorText.contains("it stores only heat setpoints, so cool is not written"))
    #expect(result.errorText.contains("use --program heat instead of --drop-cool"))
  }

  @Test(
    "one side alone is compared with a device that stores both, written, verified and undone",
    arguments: ["heat", "cool"])
  func oneSide(side: String) throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      visit() {
        setpoint export home.json --to $1 | sed '/^#/d; s/"/\\\\"/g' | awk '{printf "%s\\\\n", $0}' >both
        cp both fake/program; shift
        setpoint drift "$@"; [ $? = 1 ] || exit 1
        setpoint push "$@" --yes || exit 2
        setpoint drift "$@" || exit 3
        setpoint push --undo "$2" --yes && cmp fake/program both || exit 4
      }
      cp home.json one.json; setpoint set one.json sides=\(side) || exit 5
      visit home-assistant one.json ha://h/schedule.x
      for file in one.json home.json; do
        visit home-assistant $file ha://h/schedule.x --program \(side)
        visit zigbee2mqtt $file 'mqtt://h/z/x?kind=zigbee2mqtt' --program \(side)
      done
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    let other = side == "heat" ? "cool" : "heat"
    let line = "it also stores \(other) setpoints\n"
    #expect(result.text == String(repeating: line, count: 5), "\(result.text)")
    let removals = result.errorText.split(separator: "its \(other) setpoints are removed").count - 1
    #expect(removals == 5, "\(result.errorText)")
  }

  @Test("a helper that only cools is compared, and written only if asked for by name")
  func coolAlone() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      setpoint export home.json --to home-assistant |
        sed '/^#/d; s/target_temp_low: [0-9.]*, //; s/"/\\\\"/g' | awk '{printf "%s\\\\n", $0}' >cooling
      cp cooling fake/program
      setpoint drift home.json ha://h/schedule.x || exit 1
      setpoint push home.json ha://h/schedule.x --yes; [ $? = 64 ] || exit 2
      cmp cooling fake/program || exit 3
      setpoint set home.json all.wake.cool=80 && setpoint push home.json ha://h/schedule.x --program cool --yes || exit 4
      setpoint drift home.json ha://h/schedule.x --program cool || exit 5
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(result.errorText.contains("it stores only cool setpoints; pass --program cool"))
  }

  @Test("--schedule picks a schedule, and a value between tenths is drift")
  func schedules() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      printf '%s\\n' 'duplicate Two' save quit | setpoint edit home.json --prompt >/dev/null
      setpoint set home.json --schedule Two mon.wake.heat=60 2>/dev/null
      setpoint drift home.json radiotherm://h --schedule Home || exit 1
      setpoint drift home.json radiotherm://h --schedule Two; [ $? = 1 ] || exit 2
      setpoint drift home.json radiotherm://h --schedule Three; [ $? = 64 ] || exit 3
      setpoint drift home.json radiotherm://h; [ $? = 64 ] || exit 6
      sed -i 's/360,70,/360,70.04,/' fake/program
      setpoint drift home.json radiotherm://h --schedule Home; [ $? = 1 ] || exit 4
      sed -i 's/360,70.04,480,62,1080,70,1320,62/1,70,2,71,3,72,4,73,5,74/' fake/program
      setpoint drift home.json radiotherm://h --schedule Home; [ $? = 1 ] || exit 5
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(result.text.hasPrefix("Monday wake heat 60 -> 70\n"))
    #expect(result.text.contains("\nMonday wake heat 70.04"), "\(result.text)")
    #expect(result.text.contains("its program is not a valid schedule"), "\(result.text)")
  }

  @Test("pull names the device of the address, and the schedule after the file or the device")
  func pulledNames() throws {
    let result = try FakeDevice(isValve: true).run(
      """
      printf zigbee2mqtt >fake/format; printf sonoff-trvzb >fake/kind; printf '"C"' >fake/unit
      setpoint pull trvzb://h/z/attic/west >a.json; setpoint pull trvzb://h/z/attic -o bath.json
      setpoint pull trvzb://h/z/attic --cool 26 -o - >both.json
      setpoint get a.json bath.json both.json name device
      """)
    let names = ["a.json", "bath.json", "both.json"].flatMap { [$0 + "\tname", $0 + "\tdevice"] }
    let values = ["west", "sonoff-trvzb", "bath", "sonoff-trvzb", "attic", ""]
    let lines = zip(names, values).map { "\($0)\t\($1)\n" }.joined()
    #expect(result.text == lines, "\(result.text) \(result.errorText)")
  }

  @Test("pull writes what import writes, to a new or an existing file")
  func pull() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      printf '%b' "$(sed 's/\\\\"/"/g' fake/program)" >radiotherm.json
      setpoint pull radiotherm://h --name Home -o a.json &&
        setpoint import radiotherm.json --from radiotherm --name Home -o b.json &&
        cmp a.json b.json || exit 1
      setpoint pull radiotherm://h -o a.json; [ $? = 73 ] || exit 2
      sed -i 's/"unit"/"own": 1, "unit"/' b.json; setpoint set b.json mon.wake.heat=60 2>/dev/null
      setpoint pull radiotherm://h --into b.json && grep -q own b.json && setpoint diff a.json b.json >d
      cat d; setpoint pull radiotherm://h --unit C | grep -q '"unit": "C"' || exit 3
      printf '"C"' >fake/unit; setpoint pull radiotherm://h --file-unit F -o e.json; [ $? = 64 ] || exit 4
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(result.text == "member \"own\" added\n", "\(result.text)")
    #expect(result.errorText.contains("Monday wake heat 60 -> 70"))
  }
}
