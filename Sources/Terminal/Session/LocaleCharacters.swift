import CLibrary

/// The characters of the user's locale.
package enum LocaleCharacters {
  /// Whether they are those of Unicode; switches the C library to the locale's characters.
  package static func areUnicode() -> Bool {
    // What characters are; reading a dozen categories more would take longer than painting.
    if setlocale(LC_CTYPE, "") == nil {
      // The locale is not installed, as after ssh has passed its name on: its name says what the terminal shows.
      let name =
        ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { (name: String) in getenv(name) }
        .first { $0.pointee != 0 }.map { String(cString: $0).uppercased() } ?? ""
      guard name.hasSuffix("UTF-8") || name.hasSuffix("UTF8") else { return false }
      setlocale(LC_CTYPE, "C.UTF-8")
    }
    return String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
  }
}
