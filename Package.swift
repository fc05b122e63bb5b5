// swift-tools-version: 6.1
import PackageDescription

#if os(macOS)
  let isMac = true
#else
  let isMac = false
#endif

// An arrow may only point down; docs/architecture.md draws the graph and says why each target exists.
let package = Package(
  name: "setpoint",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "setpoint", targets: ["setpoint"]),
    .executable(name: "setpoint-link", targets: ["setpoint-link"]),
    // A table, and the screen that it draws on; the real terminal is a product of its own, since it needs ncurses.
    .library(name: "TwoWayTable", targets: ["TwoWayTable", "TerminalScreen"]),
    .library(name: "Terminal", targets: ["Terminal", "TerminalScreen"]),
  ],
  dependencies: [
    // A range, so that no app that uses a product is held to one version. 1.6.0 is the first that tells a
    // completion which shell asks.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0")
  ],
  targets: [
    .executableTarget(name: "setpoint", dependencies: ["SetpointCommands"]),
    .target(
      name: "SetpointCommands",
      dependencies: [
        "Links", "Streams", "Reporting", "ScheduleEditor", "Terminal", "TwoWayTable",
        "ScheduleFiles", "ScheduleText", "LinkProtocol", "DeviceFormats", "ScheduleRules",
        "ScheduleModel", "JSONText", "Diagnostics", "CLibrary", "SchedulePictures",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: ["schedule", "project", "devices", "layout", "theme", "settings"]
        .map { .embedInCode("Resources/schemas/\($0).schema.json") }
        + [.embedInCode("Resources/formats/instructions.txt")]),
    .target(
      name: "Links",
      dependencies: [
        "Streams", "Reporting", "ScheduleFiles", "ScheduleText", "LinkProtocol", "DeviceFormats",
        "ScheduleModel", "JSONText", "Diagnostics", "CLibrary",
      ]),
    .target(
      name: "Streams",
      dependencies: ["ScheduleFiles", "JSONText", "Diagnostics", "CLibrary"]),
    .target(
      name: "Reporting",
      dependencies: [
        "ScheduleFiles", "ScheduleText", "DeviceFormats", "ScheduleRules", "ScheduleModel",
        "TerminalScreen", "JSONText", "Diagnostics", "CLibrary",
      ]),
    .target(
      name: "ScheduleEditor",
      dependencies: [
        "TwoWayTable", "SchedulePictures", "DeviceFormats", "ScheduleText", "ScheduleRules",
        "ScheduleModel", "JSONText", "Diagnostics",
      ],
      resources: [.embedInCode("Resources/week.json")]),
    .target(
      name: "Terminal", dependencies: ["TerminalScreen", "Diagnostics", "CNcurses", "CLibrary"]),
    .target(
      name: "TwoWayTable", dependencies: ["TerminalScreen", "JSONText", "Diagnostics", "CLibrary"]),
    .target(name: "TerminalScreen", dependencies: ["Diagnostics"]),
    .target(
      name: "ScheduleFiles",
      dependencies: ["ScheduleText", "ScheduleModel", "JSONText", "Diagnostics", "CLibrary"]),
    .target(
      name: "ScheduleText",
      dependencies: ["ScheduleRules", "ScheduleModel", "JSONText", "Diagnostics"]),
    .target(
      name: "DeviceFormats",
      dependencies: ["ScheduleRules", "ScheduleModel", "JSONText", "Diagnostics", "CYAML"]),
    .target(name: "ScheduleRules", dependencies: ["ScheduleModel", "JSONText", "Diagnostics"]),
    .target(
      name: "SchedulePictures", dependencies: ["ScheduleModel", "TerminalScreen", "Diagnostics"]),
    .target(name: "ScheduleModel", dependencies: ["Diagnostics"]),
    .target(name: "JSONText", dependencies: ["Diagnostics", "CJansson"]),
    .target(name: "Diagnostics"),
    .systemLibrary(
      name: "CJansson", pkgConfig: "jansson",
      providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "CLibrary", dependencies: ["CSystemCalls"]),
    .target(name: "CSystemCalls"),
    // No pkgConfig: Debian's -D flags make SwiftPM warn on every build. The library with wide characters is
    // `ncursesw` on Linux and `ncurses` on macOS, which has it in its SDK.
    .systemLibrary(
      name: "CNcurses", path: isMac ? "Sources/CNcurses/macOS" : nil,
      providers: [.apt(["libncurses-dev"])]),
    // What both programs say to each other about a device.
    .target(
      name: "LinkProtocol",
      dependencies: ["DeviceFormats", "ScheduleModel", "JSONText", "Diagnostics", "CLibrary"]),
    // The wires to devices, in a program of their own: `setpoint` links no network library.
    .executableTarget(name: "setpoint-link", dependencies: ["DeviceLinks"]),
    .target(
      name: "DeviceLinks",
      dependencies: [
        "LinkProtocol", "DeviceFormats", "ScheduleModel", "JSONText", "Diagnostics", "CCurl",
        "CMosquitto",
        "CLibrary",
      ]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CMosquitto", pkgConfig: "libmosquitto",
      providers: [.apt(["libmosquitto-dev"]), .brew(["mosquitto"])]),
    .executableTarget(
      name: "terminal-probe", dependencies: ["Terminal", "TwoWayTable", "CLibrary"],
      path: "Tests/TerminalProbe"),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Reporting", "ScheduleEditor", "DeviceFormats", "Terminal", "TwoWayTable", "ScheduleFiles",
        "ScheduleText", "ScheduleRules", "ScheduleModel", "JSONText", "Diagnostics", "CLibrary",
      ],
      path: "Tests/Fuzz", exclude: ["run.sh"]),
    .executableTarget(name: "memory-probe", dependencies: ["CLibrary"], path: "Tests/MemoryProbe"),
    .target(
      name: "TestSupport", dependencies: ["ScheduleModel", "CLibrary"], path: "Tests/TestSupport"),
    // Apart from TestSupport, which needs no Swift Testing.
    .target(
      name: "TestTraits", dependencies: ["TestSupport", "CLibrary"], path: "Tests/TestTraits"),
  ]
    + [
      ("DiagnosticsTests", ["Diagnostics"]),
      ("ScheduleModelTests", ["ScheduleModel"]),
      ("JSONTextTests", ["JSONText", "Diagnostics", "CJansson"]),
      ("ScheduleRulesTests", ["ScheduleRules", "ScheduleModel", "JSONText", "Diagnostics"]),
      (
        "ScheduleTextTests",
        ["ScheduleText", "ScheduleRules", "ScheduleModel", "JSONText", "Diagnostics"]
      ),
      (
        "ScheduleFilesTests",
        [
          "ScheduleFiles", "ScheduleText", "ScheduleRules", "ScheduleModel", "JSONText",
          "Diagnostics",
        ]
      ),
      ("SchedulePicturesTests", ["SchedulePictures", "ScheduleModel", "TerminalScreen"]),
      ("DeviceFormatsTests", ["DeviceFormats", "ScheduleModel", "JSONText", "Diagnostics"]),
      (
        "DeviceLinksTests",
        [
          "DeviceLinks", "LinkProtocol", "DeviceFormats", "ScheduleModel", "JSONText",
          "Diagnostics",
          "setpoint-link",
        ]
      ),
      ("TwoWayTableTests", ["TwoWayTable", "Diagnostics"]),
      ("TerminalTests", ["Terminal", "TwoWayTable", "terminal-probe"]),
      (
        "ScheduleEditorTests",
        [
          "ScheduleEditor", "SchedulePictures", "TwoWayTable", "Terminal", "ScheduleFiles",
          "ScheduleText", "DeviceFormats", "ScheduleRules",
          "ScheduleModel", "Diagnostics",
        ]
      ),
      ("FuzzRegressionTests", ["FuzzTargets"]),
      (
        "SetpointCommandsTests",
        [
          "SetpointCommands", "Links", "Streams", "Reporting", "ScheduleEditor", "TwoWayTable",
          "DeviceFormats", "ScheduleFiles", "ScheduleText", "ScheduleRules", "ScheduleModel",
          "JSONText", "Diagnostics",
        ]
      ),
      (
        "EndToEndTests",
        [
          "SetpointCommands", "DeviceLinks", "ScheduleModel", "JSONText", "Diagnostics",
          "memory-probe", "setpoint", "setpoint-link",
        ]
      ),
    ].map { name, dependencies in
      .testTarget(
        name: name,
        dependencies: (dependencies + ["TestSupport", "TestTraits", "CLibrary"]).map {
          .byName(name: $0)
        })
    }
)

// `make docs`: nobody who uses a product needs what makes its pages.
if Context.environment["SETPOINT_DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"))
}

// `make build` on Linux: the program that people install needs no library of the system. The linker lld, unlike the
// default one, does not warn about calls in Foundation and the C library that nobody here can change.
if Context.environment["SETPOINT_STATIC"] != nil {
  for target in package.targets where target.name == "setpoint" || target.name == "setpoint-link" {
    let isStatic = target.name == "setpoint"
    target.linkerSettings = [
      .unsafeFlags(
        ["-use-ld=lld"] + (isStatic ? ["-static-executable", "-Xlinker", "-ltinfo"] : []))
    ]
  }
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
