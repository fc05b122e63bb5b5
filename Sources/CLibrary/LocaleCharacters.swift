/// The character encoding of the user's locale.
package enum LocaleCharacters {
  /// Whether the encoding is UTF-8. Calls setlocale.
  package static let areUnicode: Bool = {
    // Only LC_CTYPE: reading all categories takes longer than drawing.
    if setlocale(LC_CTYPE, "") == nil {
      // The locale is not installed, for example after ssh passed its name on; rely on its name.
      let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Environment[$0] }
      let name = names.first?.uppercased() ?? ""
      guard name.hasSuffix("UTF-8") || name.hasSuffix("UTF8") else { return false }
      setlocale(LC_CTYPE, "C.UTF-8")
    }
    return String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
  }()
}
