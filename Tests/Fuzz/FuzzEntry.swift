import CLibrary

/// What libFuzzer calls with every input; `FUZZ_TARGET` names the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  chosen.run(Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}

private let chosen: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? "document"
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    fatalError("there is no target \(name); there are \(FuzzTarget.all.map(\.name))")
  }
  return target
}()
