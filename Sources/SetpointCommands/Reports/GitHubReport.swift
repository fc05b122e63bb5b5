import Diagnostics

/// Workflow commands: `::error file=…,line=…,col=…,title=…::message`.
struct GitHubReport: ReportWriter {
  func text(for diagnostics: [Diagnostic], in source: [UInt8]?) -> String {
    diagnostics.reduce(into: "") { result, diagnostic in
      let command =
        switch diagnostic.severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "notice"
        }
      var properties = ["file=\(Self.escaped(diagnostic.file.printable, isProperty: true))"]
      if let location = diagnostic.location {
        properties += ["line=\(location.line)", "col=\(location.column)"]
      }
      if let code = diagnostic.code { properties.append("title=\(code)") }
      let message = Self.escaped(diagnostic.message.printable, isProperty: false)
      result += "::\(command) \(properties.joined(separator: ","))::\(message)\n"
    }
  }

  /// Escapes the characters with a meaning for the runner (actions/toolkit, command.ts).
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
