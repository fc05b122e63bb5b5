package import LinkProtocol

/// A connection to a device.
protocol DeviceLink {
  /// Reads the program of the device.
  func read(_ conversation: Conversation) throws(LinkFailure) -> ReadProgram

  /// Writes a program in the text format of `setpoint export` or `read`.
  func write(_ program: String, _ conversation: Conversation) throws(LinkFailure)

  /// Describes the requests that `write` would send, without sending them.
  func plan(_ program: String) throws(LinkFailure) -> [String]
}

extension Conversation {
  /// Carries out a request to the device at an address; `program` is in the device's format, for `write` and `plan`.
  package func answer(
    _ action: LinkAction, _ address: String, program: String = ""
  ) -> LinkAnswer {
    do throws(LinkFailure) {
      let address = try DeviceAddress(address)
      let link: any DeviceLink =
        switch address.scheme {
        case .radiotherm: try RadioThermostat(address)
        case .bacnet: try BACnetSchedules(address)
        case .ha, .has: try HomeAssistantSchedule(address)
        case .mqtt, .mqtts: try ZigbeeValve(address)
        }
      switch action {
      case .plan: return .planned(try link.plan(program))
      case .read:
        var read = try link.read(self)
        read.notes = notes
        return .read(read)
      case .write:
        try link.write(program, self)
        return .written
      }
    } catch {
      var failure = LinkFailure(error.reason, hidden(error.message))
      failure.isSent = isSent
      return .failed(failure)
    }
  }
}
