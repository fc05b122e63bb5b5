import CLibrary

/// The characters of the user's locale.
package enum LocaleCharacters {
  /// Whether they are those of Unicode; switches the C library to the locale's characters.
  package static func areUnicode() -> Bool {
    // What characters are; reading a dozen categories more would take longer than painting.
    setlocale(LC_CTYPE, "")
    return String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
  }
}
