// swift-tools-version: 6.1
import PackageDescription

// Yours has the path of your clone.
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
