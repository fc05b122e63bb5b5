import TestSupport
import TestTraits
import Testing

/// Every format of a report has the same findings, read with another JSON parser.
@Suite(.waits) struct ReportAgreementTests {
  /// Prints the findings of a JSON, JSON Lines or SARIF report as the text report has them.
  private static let reader = #"""
    import json, sys, urllib.parse
    kind, text = sys.argv[1], open(sys.argv[2], encoding="utf-8").read()
    def show(file, line, column, severity, code, message, tag):
        place = file + (":%d:%d" % (line, column) if line else "")
        code = "[%s]" % code if code else ":"
        print("%s: %s%s %s%s" % (place, severity, code, message, " (tag %d)" % tag if tag is not None else ""))
    if kind == "sarif":
        log = json.loads(text)
        rules = log["runs"][0]["tool"]["driver"]["rules"]
        for result in log["runs"][0]["results"]:
            place = result["locations"][0]["physicalLocation"]
            region = place.get("region", {})
            level = {"note": "info"}.get(result["level"], result["level"])
            if "ruleIndex" in result:
                assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
            show(urllib.parse.unquote(place["artifactLocation"]["uri"]), region.get("startLine"),
                 region.get("startColumn"), level, result.get("ruleId"), result["message"]["text"],
                 result["properties"]["tag"])
    else:
        found = json.loads(text) if kind == "json" else [json.loads(line) for line in text.splitlines()]
        for item in found:
            show(item["file"], item["line"], item["column"], item["severity"], item["code"],
                 item["message"], item["tag"])
    """#

  /// Python is asked for as the interoperability checks of CI do; without it nothing is compared.
  private static let hasPython = (try? ShellCommand("python3 -c ''", in: "/tmp"))?.status == 0

  @Test(
    "JSON, JSON Lines and SARIF have the findings of the text, in its order",
    .enabled(if: hasPython, "python3 is not installed"), arguments: ["json", "jsonl", "sarif"])
  func formsAgree(kind: String) throws {
    let folder = TemporaryFolder()
    WholeFile.write(Array(Self.reader.utf8), folder.path("reader.py"))
    let script = """
      for case in '\(Fixtures.path("schedules"))'/*/*/; do
        cp "$case/input.json" "$(basename "$case") é.json" 2>/dev/null
      done
      setpoint validate --level info . missing.json > text; echo $?
      setpoint validate --level info --format \(kind) . missing.json > report; echo $?
      PYTHONIOENCODING=utf-8 python3 reader.py \(kind) report > read; echo $?
      wc -l < text; cmp text read
      """
    let result = try ShellCommand(script, in: folder.path)
    let lines = result.text.split(separator: "\n")
    #expect(
      lines.prefix(3) == ["66", "66", "0"] && lines.count == 4, "\(result.text)\(result.errorText)")
    #expect((lines.last.flatMap { Int($0) } ?? 0) > 100)
  }
}
