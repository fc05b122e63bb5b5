import CLibrary
import TerminalScreen

/// An eye: how it sees the colours of a screen.
enum Vision: CaseIterable {
  case usual, withoutGreen, withoutRed

  typealias Lab = (l: Double, a: Double, b: Double)

  /// What a linear RGB colour becomes: G. Machado, M. Oliveira, L. Fernandes (2009), "A
  /// Physiologically-based Model for Simulation of Color Vision Deficiency", severity 1.0.
  private var matrix: [[Double]] {
    switch self {
    case .usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .withoutGreen:
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ]
    case .withoutRed:
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ]
    }
  }

  /// The difference of two colours as this eye sees them (CIEDE2000).
  func difference(_ one: TerminalColor, _ other: TerminalColor) -> Double {
    Self.difference(lab(one), lab(other))
  }

  /// WCAG 2.1, "contrast ratio".
  static func contrast(_ one: TerminalColor, _ other: TerminalColor) -> Double {
    let values = [one, other].map { color in
      let parts = linear(color)
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }.sorted()
    return (values[1] + 0.05) / (values[0] + 0.05)
  }

  private static func linear(_ color: TerminalColor) -> [Double] {
    guard let (red, green, blue) = color.components else { return [0, 0, 0] }
    return [red, green, blue].map { value in
      let part = Double(value) / 255
      return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
  }

  /// sRGB to CIELAB under D65.
  private func lab(_ color: TerminalColor) -> Lab {
    let parts = Self.linear(color)
    let seen = matrix.map { row in
      min(1, max(0, row[0] * parts[0] + row[1] * parts[1] + row[2] * parts[2]))
    }
    let rows = [
      (0.4124564, 0.3575761, 0.1804375, 0.95047), (0.2126729, 0.7151522, 0.0721750, 1),
      (0.0193339, 0.1191920, 0.9503041, 1.08883),
    ]
    let values = rows.map { row in
      let part = (row.0 * seen[0] + row.1 * seen[1] + row.2 * seen[2]) / row.3
      return part > 216.0 / 24389 ? cbrt(part) : (24389.0 / 27 * part + 16) / 116
    }
    return (
      116 * values[1] - 16, 500 * (values[0] - values[1]), 200 * (values[1] - values[2])
    )
  }

  /// G. Sharma, W. Wu, E. Dalal (2005), "The CIEDE2000 color-difference formula".
  static func difference(_ one: Lab, _ other: Lab) -> Double {
    let mean = (hypot(one.a, one.b) + hypot(other.a, other.b)) / 2
    let grey = 0.5 * (1 - sqrt(pow(mean, 7) / (pow(mean, 7) + pow(25, 7))))
    let (a1, a2) = (one.a * (1 + grey), other.a * (1 + grey))
    let (c1, c2) = (hypot(a1, one.b), hypot(a2, other.b))
    let (h1, h2) = (hue(a1, one.b), hue(a2, other.b))
    var turn = h2 - h1
    if c1 * c2 == 0 {
      turn = 0
    } else if turn > 180 {
      turn -= 360
    } else if turn < -180 {
      turn += 360
    }
    let dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    let (l, c) = ((one.l + other.l) / 2, (c1 + c2) / 2)
    var h = h1 + h2
    if c1 * c2 != 0 {
      if abs(h1 - h2) > 180 { h += h < 360 ? 360 : -360 }
      h /= 2
    }
    let t =
      1 - 0.17 * cos(radians(h - 30)) + 0.24 * cos(radians(2 * h)) + 0.32 * cos(radians(3 * h + 6))
      - 0.2 * cos(radians(4 * h - 63))
    let sl = 1 + 0.015 * pow(l - 50, 2) / sqrt(20 + pow(l - 50, 2))
    let (sc, sh) = (1 + 0.045 * c, 1 + 0.015 * c * t)
    let rotation =
      -sin(radians(60 * exp(-pow((h - 275) / 25, 2)))) * 2
      * sqrt(pow(c, 7) / (pow(c, 7) + pow(25, 7)))
    let (x, y, z) = ((other.l - one.l) / sl, (c2 - c1) / sc, dh / sh)
    return sqrt(x * x + y * y + z * z + rotation * y * z)
  }

  private static func hue(_ a: Double, _ b: Double) -> Double {
    guard a != 0 || b != 0 else { return 0 }
    let angle = atan2(b, a) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
