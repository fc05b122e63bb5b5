// swift-tools-version: 6.1
import PackageDescription

// Yours has `.package(url: …, from: "0.2.0")` in place of the path.
let package = Package(
  name: "timetable",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "setpoint", path: "../../..")],
  targets: ["Timetable", "Shifts"].map { name in
    .executableTarget(
      name: name,
      dependencies: [
        .product(name: "TwoWayTable", package: "setpoint"),
        .product(name: "Terminal", package: "setpoint"),
      ],
      resources: [.embedInCode("layout.json")])
  } + [.testTarget(name: "ExampleTests", dependencies: ["Timetable", "Shifts"])]
)
