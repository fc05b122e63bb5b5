import Diagnostics
import ScheduleModel
import TerminalScreen

/// The frames of pages and their CSS: light and dark, phone and desktop, screen and paper.
enum PageStyle {
  private static let light = [
    ("page", "#fbfaf7"), ("word", "#2b2f36"), ("soft", "#5f6773"), ("hour", "#dcdbd6"),
    ("edge", "#fbfaf7"),
  ]
  private static let dark = [
    ("page", "#16181d"), ("word", "#d6dae2"), ("soft", "#8f99aa"), ("hour", "#2b303a"),
    ("edge", "#16181d"),
  ]

  /// The colours except those of the bands, in both schemes: lines are stroked, everything else is filled.
  private static var pictureColors: String {
    func rules(_ colors: [(String, String)]) -> String {
      colors.map { name, color in
        ".\(name) { \(["hour", "edge"].contains(name) ? "stroke" : "fill"): \(color) } "
      }.joined()
    }
    return "\(rules(light))\n@media screen and (prefers-color-scheme: dark) { \(rules(dark)) }"
  }

  private static func variables(_ colors: [(String, String)]) -> String {
    colors.map { "--\($0): \($1)" }.joined(separator: "; ")
  }

  /// The CSS rules of all bands, in the colours of the themes `light` and `dark`: class, background and text colour.
  private static func bands(_ rule: (_ style: String, _ fill: String, _ ink: String) -> String)
    -> String
  {
    func rules(_ theme: Theme) -> String {
      Side.allCases.flatMap(TemperatureBand.all).map { band in
        let look = theme[band.role]
        return rule(band.style, look.background.hexadecimal, look.foreground.hexadecimal)
      }.joined(separator: "\n")
    }
    return """
      \(rules(.light))
      @media screen and (prefers-color-scheme: dark) {
      \(rules(.dark))
      }
      """
  }

  private static let pictureBands = bands {
    "rect.\($0) { fill: \($1) } text.\($0) { fill: \($2) }"
  }
  private static let valueBands = bands { ".value.\($0) { background: \($1); color: \($2) }" }

  private static let text = """
    :root { \(variables(light)) }
    @media screen and (prefers-color-scheme: dark) {
      :root { \(variables(dark)) }
    }
    * { box-sizing: border-box }
    body { margin: 0 auto; max-width: 70rem; padding: 1rem; background: var(--page); color: var(--word);
      font: 1rem/1.4 system-ui, "Segoe UI", "DejaVu Sans", Arial, sans-serif;
      -webkit-print-color-adjust: exact; print-color-adjust: exact }
    h1, h2 { margin: 0 0 .25rem; font-size: 1.6rem }
    p { margin: 0 0 .5rem }
    h1, h2, p, li { overflow-wrap: anywhere }
    a { color: inherit }
    .soft { color: var(--soft); font-weight: normal }
    section { margin-bottom: 3rem }
    .week { overflow-x: auto }
    .week svg { display: block; width: 100%; min-width: 40rem; font-size: 15px }
    .hour { stroke: var(--hour) }
    .edge { stroke: var(--edge); stroke-width: 2 }
    svg .soft { fill: var(--soft) }
    svg .word { fill: var(--word); font-weight: bold }
    .calendar { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0 1.5rem }
    .calendar.month { grid-template-columns: minmax(auto, 36rem) }
    .calendar svg[role] { width: 100%; height: auto }
    table { border-collapse: collapse; width: 100%; margin-top: 1rem }
    caption { text-align: left; color: var(--soft); padding-bottom: .25rem }
    th { text-align: left; vertical-align: top }
    th, td { padding: .3rem .5rem .3rem 0; border-top: 1px solid var(--hour) }
    td { white-space: nowrap; font-variant-numeric: tabular-nums }
    .time { margin-right: .4rem }
    .value { padding: .1rem .4rem; border-radius: 3px; font-weight: bold }
    .side { font-weight: normal; font-size: .85em }
    @media screen and (max-width: 62rem) {
      td { white-space: normal }
      .time { display: block; margin: 0 }
      .value { display: inline-block; margin: 0 2px 2px 0 }
    }
    @media screen and (max-width: 45rem) {
      table { font-size: .9rem }
      .value { padding: .1rem .25rem }
      .side { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
    }
    @media print {
      @page { size: landscape; margin: 10mm }
      :root { --page: #ffffff; --word: #000000; --soft: #444444; --hour: #bbbbbb; --edge: #ffffff }
      body { max-width: none; padding: 0; font-size: 9pt; line-height: 1.25 }
      h1, h2 { font-size: 15pt }
      p { margin-bottom: 2px }
      nav { display: none }
      section { margin: 0; break-inside: avoid }
      section + section { break-before: page }
      .week svg { min-width: 0; height: 110mm }
      table { margin-top: 5px }
      th, td { padding-top: 2px; padding-bottom: 2px }
      .value { padding-top: 0; padding-bottom: 0 }
    }

    \(pictureBands)
    \(valueBands)
    """

  /// A picture with the colours of pages, 254 mm wide, which fits A4 and Letter.
  static func svg(
    title: String, description: String, width: Int, height: Int, body: String
  ) -> String {
    let micrometres = String(height * 254_000 / width)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      width="254mm" height="\(micrometres.dropLast(3)).\(micrometres.suffix(3))mm" viewBox="0 0 \(width) \(height)" \
      font-family="system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif" font-size="15">
      <title>\(title.markup)</title>
      <desc>\(description)</desc>
      <style>
      \(pictureColors)
      .hour { stroke-width: 1 } .edge { stroke-width: 2; fill: none }
      \(pictureBands)
      </style>
      <rect class="page" width="\(width)" height="\(height)"/>
      \(body)</svg>

      """
  }

  static func html(title: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="setpoint">
    <title>\(title.markup)</title>
    <style>
    \(text)</style>
    </head>
    <body>
    \(body)</body>
    </html>

    """
  }
}

extension TerminalColor {
  /// The colour for CSS, `#ff8700`; black for the terminal's default.
  fileprivate var hexadecimal: String {
    let (red, green, blue) = components ?? (0, 0, 0)
    return "#" + [red, green, blue].map { $0.digits(2, radix: 16) }.joined()
  }
}
