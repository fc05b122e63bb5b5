import CLibrary

/// A call to the system that failed.
package struct SystemCallError: Error, CustomStringConvertible {
  /// The function's name.
  package let call: String
  /// Why, as an `errno`.
  package let number: Int32

  /// Notes the failure of `call`, by default with the reason of the last one.
  package init(_ call: String, number: Int32 = errno) {
    self.call = call
    self.number = number
  }

  /// The function and the system's words for the reason.
  package var description: String { "\(call): \(String(cString: strerror(number)))" }
}
