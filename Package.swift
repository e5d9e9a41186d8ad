// swift-tools-version: 6.2
import PackageDescription

/// `Scripts/fuzz` asks for it: the tests of Tests/Fuzzing become a program that runs their entries for hours, and everything of ours counts what it runs.
let isFuzzing = Context.environment["OPENPHOTOKIT_FUZZING"] != nil

/// Settings of every Swift target of ours: warnings never pass.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)] + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])] : [])

func fuzzing(name: String, dependencies: [Target.Dependency]) -> Target {
    isFuzzing
        ? .executableTarget(
            name: name, dependencies: dependencies + ["CFuzzer"], path: "Tests/Fuzzing", exclude: ["CFuzzer", "Corpus", "Replay"], sources: ["Entries", "Driver"],
            swiftSettings: strict)
        : .testTarget(
            name: name, dependencies: dependencies, path: "Tests/Fuzzing", exclude: ["CFuzzer", "Corpus", "Driver"], sources: ["Entries", "Replay"],
            swiftSettings: strict)
}

/// Tests written as applications are: they use names that Apple has deprecated.
let application: [SwiftSetting] = strict + [.treatWarning("DeprecatedDeclaration", as: .warning), .define("OPENPHOTOKIT")]
/// Tests written as older applications are, which the language's fifth mode warns of and accepts.
let client: [SwiftSetting] = [.define("OPENPHOTOKIT"), .swiftLanguageMode(.v5)]
/// The same where our declarations must give no reason to warn.
let quietClient: [SwiftSetting] = client + [.treatAllWarnings(as: .error), .treatWarning("DeprecatedDeclaration", as: .warning)]

/// The parts whose words the engine hands on (LibraryEngine/Words.swift). Who uses these words imports the engine alone, which a test holds; the build has to
/// know of the parts all the same, or it would keep what it compiled when one of them changes and the engine's own interface does not.
let words = otherWords(than: [])

/// The same for a target that imports some of the parts, and names those itself: SwiftPM warns of what is named twice.
func otherWords(than named: Set<String>) -> [Target.Dependency] {
    ["Importing", "Imaging", "Originals", "Decoding"].filter { !named.contains($0) }.map { .byName(name: $0) }
}

let package = Package(
    name: "OpenPhotoKit",
    products: [
        .library(name: "Photos", targets: ["Photos"]),
        // Apart, since URLRequest and URLSession link libcurl into whoever imports them: 7 ms and 8 MB of every program's start.
        .library(name: "PhotosUploads", targets: ["PhotosUploads"]),
        .library(name: "AssetsLibrary", targets: ["AssetsLibrary"]),
        .library(name: "ExtensionFoundation", targets: ["ExtensionFoundation"]),
        .library(name: "PhotosUI", targets: ["PhotosUI"]),
        // Apart for the same reason as uploads.
        .library(name: "PhotosUIPages", targets: ["PhotosUIPages"]),
        // One model over both of Apple's frameworks.
        .library(name: "PhotoAsset", targets: ["PhotoAsset"]),
        .library(name: "PhotosTesting", targets: ["PhotosTesting"]),
        .library(name: "UIKit", targets: ["UIKit", "_Testing_UIKit"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "ImageIO", targets: ["ImageIO"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        .library(name: "CoreMedia", targets: ["CoreMedia"]),
        .library(name: "CoreImage", targets: ["CoreImage", "_Testing_CoreImage"]),
        .library(name: "MobileCoreServices", targets: ["MobileCoreServices"]),
        .library(name: "CoreGraphics", targets: ["CoreGraphics", "_Testing_CoreGraphics"]),
        .library(name: "CloudKit", targets: ["CloudKit"]),
        .library(name: "AppIntents", targets: ["AppIntents"]),
        .executable(name: "photos", targets: ["PhotosTool"]),
        .executable(name: "photo-decoder", targets: ["PhotoDecoder"]),
        .executable(name: "photos-demonstration", targets: ["Demonstration"]),
        .executable(name: "photos-generate", targets: ["GenerateLibrary"]),
        .executable(name: "photo-flows", targets: ["Flows"]),
        .executable(name: "photo-habits", targets: ["Habits"]),
        .executable(name: "photo-pick", targets: ["PickPhotos"]),
        .executable(name: "photo-collect", targets: ["CollectPhotos"]),
        .executable(name: "photos-first-fetch", targets: ["FirstFetch"]),
        .executable(name: "photos-enumerate", targets: ["EnumerateGroups"]),
        .executable(name: "photos-save-many", targets: ["SaveMany"]),
        .executable(name: "photos-hash", targets: ["HashFile"]),
        .executable(name: "photos-transfer", targets: ["Transfer"]),
        .executable(name: "photo-decoder-faults", targets: ["FaultyDecoder"]),
        .library(name: "KillSwitch", type: .dynamic, targets: ["KillSwitch"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // HTTP for the gallery. Without its traits: it is configured in code and needs no more of Foundation than the essentials.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        // TLS for the gallery, of which Hummingbird brings the package along. Nothing but PhotosServer links it.
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
    ],
    targets: [
        // C libraries: Debian's -dev packages.
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        // No system library, which SwiftPM links before Swift's own: the dynamic loader looks through all libraries in their order for each symbol.
        .target(name: "CDeflate", linkerSettings: [.linkedLibrary("deflate")]),
        // What is linked early, for the same reason.
        .systemLibrary(name: "CLoading"),
        // GLib's include paths are all that libvips' headers need; of libvips' own flags SwiftPM refuses one, and says so at each build.
        .systemLibrary(name: "CVipsLibrary", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"])]),
        .target(name: "CVips", dependencies: ["CVipsLibrary"], linkerSettings: [.linkedLibrary("vips")]),
        .target(name: "CHeif", linkerSettings: [.linkedLibrary("heif")]),
        .target(name: "CRaw", linkerSettings: [.linkedLibrary("raw_r")]),
        .target(name: "CExif", linkerSettings: [.linkedLibrary("exiv2")]),
        .target(
            name: "CMedia", cSettings: [.headerSearchPath(".")],
            linkerSettings: [
                .linkedLibrary("avformat"), .linkedLibrary("avcodec"), .linkedLibrary("avutil"), .linkedLibrary("swscale"), .linkedLibrary("swresample"),
            ]),
        .target(name: "CResampling"),
        .target(name: "CAdjusting"),
        .target(name: "CLinux"),
        // Of the worker alone: no program of anybody's loads libseccomp.
        .target(name: "CSeccomp", linkerSettings: [.linkedLibrary("seccomp")]),
        .target(name: "CSQLite"),
        // It loads libcrypto by itself, and links nothing.
        .target(name: "CCrypto"),
        // The same with libcurl, and with libexpat.
        .target(name: "CCurl"),
        .target(name: "CExpat"),

        // Leaves: each usable and testable alone.
        .target(name: "PhotoModel", dependencies: ["Support"], swiftSettings: strict),
        .target(name: "Geodesy", swiftSettings: strict),
        .target(name: "Gazetteer", dependencies: ["Geodesy", "Support"], swiftSettings: strict),
        .target(name: "Outlines", dependencies: ["Support"], swiftSettings: strict),
        .target(name: "Similarity", swiftSettings: strict),
        .target(name: "Adjustments", dependencies: ["CDeflate"], swiftSettings: strict),
        .target(name: "Support", dependencies: ["CCrypto", "CDeflate", "CLinux"], swiftSettings: strict),
        .target(name: "Query", dependencies: ["PhotoModel", "Geodesy", "Support"], swiftSettings: strict),
        .target(name: "Picking", dependencies: ["Query", "PhotoModel", "Support"], swiftSettings: strict),
        .target(name: "Metadata", dependencies: ["PhotoModel", "Adjustments", "Support"], swiftSettings: strict),
        .target(name: "Pixels", dependencies: ["Metadata", "Adjustments", "Support"], swiftSettings: strict),
        .target(name: "Decoding", dependencies: ["PhotoModel", "Metadata", "Pixels", "Adjustments", "CLinux"], swiftSettings: strict),
        .target(name: "Originals", dependencies: ["Support", "CLinux"], swiftSettings: strict),
        .target(name: "Record", dependencies: ["Support", "CDeflate"], swiftSettings: strict),
        .target(name: "Cloud", dependencies: ["Support", "CCrypto", "CCurl"], swiftSettings: strict),
        .target(name: "Columns", dependencies: ["PhotoModel", "Query", "Support"], swiftSettings: strict),
        .target(
            name: "Catalog",
            dependencies: [
                "PhotoModel", "Query", "Columns", "Gazetteer", "Support", "CSQLite", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict),

        // What decodes: in the worker alone, so that no program of anybody's links a codec, and in what makes pictures for tests and demonstrations.
        .target(
            name: "Codecs",
            dependencies: ["PhotoModel", "Metadata", "Pixels", "Adjustments", "Support", "CResampling", "CAdjusting", "CTurboJPEG", "CVips", "CHeif", "CRaw", "CExif", "CMedia"],
            swiftSettings: strict),
        .target(name: "DecodingWorker", dependencies: ["Decoding", "Codecs", "Metadata", "Pixels", "CLinux", "CSeccomp"], swiftSettings: strict),
        .executableTarget(name: "PhotoDecoder", dependencies: ["DecodingWorker"], swiftSettings: strict),

        // The engine.
        .target(name: "Imaging", dependencies: ["Support", "Decoding", "Pixels", "CLinux"], swiftSettings: strict),
        .target(
            name: "Importing",
            dependencies: [
                "PhotoModel", "Query", "Catalog", "Originals", "Imaging", "Decoding", "Pixels", "Metadata", "Support",
            ],
            swiftSettings: strict),
        .target(
            name: "LibraryEngine",
            dependencies: [
                "PhotoModel", "Query", "Importing", "Catalog", "Gazetteer", "Geodesy", "Originals", "Record", "Cloud", "Imaging", "Decoding", "Pixels", "Adjustments", "Metadata",
                "Similarity", "Support", "CLoading",
            ],
            swiftSettings: strict),

        // The API.
        .target(name: "PlatformTypes", dependencies: ["PhotoModel", "Geodesy", "Adjustments"], swiftSettings: strict),
        .target(
            name: "Photos",
            dependencies: ["PhotoModel", "LibraryEngine", "PlatformTypes", "Pixels", "Adjustments", "Metadata", "Query", "Support"] + words,
            swiftSettings: strict),
        .target(name: "AssetsLibrary", dependencies: ["PhotoModel", "Photos", "PlatformTypes"] + words, swiftSettings: strict),
        .target(name: "ExtensionFoundation", swiftSettings: strict),
        .target(name: "PhotosUploads", dependencies: ["ExtensionFoundation", "Photos", "LibraryEngine", "PhotoModel"] + words, swiftSettings: strict),
        .target(name: "PhotosUI", dependencies: ["Photos", "Picking", "PhotoModel"] + words, swiftSettings: strict),
        .target(name: "PhotosUIPages", dependencies: ["PhotosUI", "Photos"] + words, swiftSettings: strict),
        .target(name: "PhotoAsset", dependencies: ["AssetsLibrary", "Photos", "PhotoModel"], swiftSettings: strict),
        .target(
            name: "PhotosTesting",
            dependencies: ["PhotoModel", "Photos", "LibraryEngine", "Gazetteer", "Imaging", "Decoding", "Codecs", "Metadata", "Pixels", "Support"]
                + otherWords(than: ["Imaging", "Decoding"]),
            swiftSettings: strict),
        .target(name: "UIKit", dependencies: ["PlatformTypes"], swiftSettings: strict),
        .target(name: "CoreLocation", dependencies: ["PlatformTypes"], swiftSettings: strict),
        .target(name: "ImageIO", dependencies: ["PlatformTypes"], swiftSettings: strict),
        .target(name: "UniformTypeIdentifiers", dependencies: ["PlatformTypes"], swiftSettings: strict),
        .target(name: "CoreGraphics", dependencies: ["PlatformTypes"], swiftSettings: strict),
        .target(name: "AVFoundation", dependencies: ["PlatformTypes"], swiftSettings: strict),
        .target(name: "CoreMedia", dependencies: ["PlatformTypes"], swiftSettings: strict),
        .target(name: "CoreImage", dependencies: ["PlatformTypes"], swiftSettings: strict),
        .target(name: "MobileCoreServices", dependencies: ["PlatformTypes"], swiftSettings: strict),
        .target(name: "CloudKit", dependencies: ["PlatformTypes"], swiftSettings: strict),
        .target(name: "AppIntents", dependencies: ["PlatformTypes"], swiftSettings: strict),
        // Swift Testing looks for these where a file imports it beside a module of Apple's name.
        .target(name: "_Testing_UIKit", swiftSettings: strict),
        .target(name: "_Testing_CoreGraphics", swiftSettings: strict),
        .target(name: "_Testing_CoreImage", swiftSettings: strict),

        .target(name: "Descriptions", dependencies: ["PhotoModel", "Support"], swiftSettings: strict),
        .target(name: "WebDAV", dependencies: ["CExpat"], swiftSettings: strict),

        // Faces.
        .target(
            name: "PhotosServer",
            dependencies: [
                "PhotoModel", "Descriptions", "Photos", "LibraryEngine", "Metadata", "Pixels", "Adjustments", "Query", "Picking", "Geodesy", "Outlines", "WebDAV",
                "Support", .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ] + words,
            resources: [.copy("Web")], swiftSettings: strict),
        .target(name: "DemonstrationMessages", swiftSettings: strict),
        .executableTarget(
            name: "Demonstration", dependencies: ["DemonstrationMessages", "Photos", "LibraryEngine", "Codecs", "Pixels", "Support", "PhotoModel"] + words, swiftSettings: strict),
        .executableTarget(
            name: "PhotosTool",
            dependencies: [
                "PhotoModel", "Descriptions", "PhotosServer", "DemonstrationMessages", "Photos", "LibraryEngine", "Support", "Pixels", "Query", "Picking", "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ] + words,
            swiftSettings: strict),

        // Examples.
        .executableTarget(name: "Flows", dependencies: ["AssetsLibrary", "PhotoAsset"], path: "Examples/Flows", swiftSettings: strict),
        .executableTarget(name: "Habits", dependencies: ["AssetsLibrary", "Photos"], path: "Examples/Habits", exclude: ["README.md"], swiftSettings: strict),
        .executableTarget(
            name: "PickPhotos", dependencies: ["PhotosUI", "PhotosUIPages"], path: "Examples/picker", exclude: ["page.html", "pick.sh"], swiftSettings: strict),
        .executableTarget(name: "CollectPhotos", path: "Examples/collector", swiftSettings: strict),

        // Benchmarks.
        .executableTarget(name: "GenerateLibrary", dependencies: ["PhotosTesting", "LibraryEngine"] + words, path: "Benchmarks/generate-library", swiftSettings: strict),
        .executableTarget(name: "FirstFetch", dependencies: ["Photos"], path: "Benchmarks/first-fetch", swiftSettings: strict),
        .executableTarget(name: "EnumerateGroups", dependencies: ["AssetsLibrary", "PhotoAsset", "Photos"], path: "Benchmarks/enumerate-groups", swiftSettings: strict),

        .executableTarget(name: "SaveMany", dependencies: ["AssetsLibrary", "Photos"], path: "Benchmarks/save-many", swiftSettings: strict),
        .executableTarget(name: "Transfer", dependencies: ["Cloud", "Support"], path: "Benchmarks/transfer", swiftSettings: strict),
        .executableTarget(name: "HashFile", dependencies: ["Support"], path: "Benchmarks/hash-file", swiftSettings: strict),

        // Tests, and the executables that only they run.
        .executableTarget(
            name: "FaultyDecoder", dependencies: ["Decoding", "DecodingWorker", "Codecs", "Metadata", "Pixels", "CLinux"], path: "Tests/FaultyDecoder", swiftSettings: strict),
        .executableTarget(
            name: "EditingProgram",
            dependencies: ["PhotoModel", "LibraryEngine", "Importing", "Metadata", "Photos", "CoreImage"] + otherWords(than: ["Importing"]),
            path: "Tests/EditingProgram", swiftSettings: strict),
        .executableTarget(name: "DraftProgram", dependencies: ["PhotoAsset"], path: "Tests/DraftProgram", swiftSettings: strict),
        .target(name: "TestSupport", dependencies: ["TestFilms", "Support"], path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(
            name: "QueryTests", dependencies: ["TestSupport", "PhotoModel", "Query", "Geodesy", .product(name: "GRDBSQLite", package: "GRDB.swift")], swiftSettings: strict),
        .testTarget(name: "PickingTests", dependencies: ["TestSupport", "PhotoModel", "Picking"], swiftSettings: strict),
        // Films for tests, made and read by libavcodec and by nothing of ours.
        .target(
            name: "TestFilms", path: "Tests/TestFilms", linkerSettings: [.linkedLibrary("avformat"), .linkedLibrary("avcodec"), .linkedLibrary("avutil")]),
        .testTarget(name: "ColumnsTests", dependencies: ["TestSupport", "PhotoModel", "Columns", "Query"], swiftSettings: strict),
        .testTarget(name: "MetadataTests", dependencies: ["TestSupport", "PhotoModel", "Metadata", "Adjustments"], swiftSettings: strict),
        .testTarget(
            name: "CodecsTests", dependencies: ["CTurboJPEG", "TestSupport", "Codecs", "Metadata", "Pixels", "Adjustments", "CResampling"], exclude: ["Pixels/Reference"],
            swiftSettings: strict),
        .testTarget(
            name: "DecodingTests",
            dependencies: ["Adjustments", "TestSupport", "Decoding", "DecodingWorker", "Codecs", "Metadata", "Pixels", "CLinux", "FaultyDecoder", "PhotoDecoder"],
            swiftSettings: strict),
        .testTarget(name: "AdjustmentsTests", dependencies: ["Adjustments"], swiftSettings: strict),
        .testTarget(name: "SimilarityTests", dependencies: ["Similarity"], swiftSettings: strict),
        .testTarget(name: "GazetteerTests", dependencies: ["TestSupport", "Gazetteer", "Geodesy", "Support"], swiftSettings: strict),
        .testTarget(name: "OutlinesTests", dependencies: ["TestSupport", "Outlines", "Support"], swiftSettings: strict),
        .testTarget(name: "SupportTests", dependencies: ["Support"], swiftSettings: strict),
        .testTarget(name: "OriginalsTests", dependencies: ["Originals", "Support"], swiftSettings: strict),
        .testTarget(name: "RecordTests", dependencies: ["Record"], swiftSettings: strict),
        .testTarget(name: "CloudTests", dependencies: ["TestSupport", "Cloud", "Support"], swiftSettings: strict),
        .testTarget(
            name: "CatalogTests",
            dependencies: ["TestSupport", "PhotoModel", "Catalog", "Gazetteer", "Columns", "Query", "Picking", .product(name: "GRDBSQLite", package: "GRDB.swift")],
            exclude: ["Fixtures"],
            swiftSettings: strict),
        .testTarget(name: "ImagingTests", dependencies: ["TestSupport", "Imaging", "Decoding", "Pixels", "Metadata"], swiftSettings: strict),
        .testTarget(
            name: "ImportingTests",
            dependencies: [
                "Imaging", "Query", "PhotoModel", "Importing", "Metadata", "Catalog", "Originals", "Decoding", "Pixels", .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "LibraryEngineTests",
            dependencies: [
                "Catalog", "Metadata", "Pixels", "Query", "Photos", "Cloud", "TestSupport", "PhotoModel", "LibraryEngine", "Record", "Similarity", "Support", "PhotosTesting",
                "PhotoDecoder",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
                + words,
            swiftSettings: strict),
        .testTarget(
            name: "PlatformTypesTests",
            dependencies: [
                "PlatformTypes", "Adjustments", "UIKit", "CoreLocation", "ImageIO", "UniformTypeIdentifiers", "CoreGraphics", "AVFoundation", "CoreMedia", "CoreImage",
                "MobileCoreServices", "CloudKit", "AppIntents",
                "_Testing_UIKit", "_Testing_CoreGraphics", "_Testing_CoreImage",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PhotosTests",
            dependencies: [
                "LibraryEngine", "Adjustments", "Catalog", "Codecs", "Metadata", "Query", "Pixels", "CoreGraphics", "UniformTypeIdentifiers", "AVFoundation", "TestSupport",
                "SharedWorld", "PhotoModel",
                "Photos",
                "PhotosTesting", "PhotoDecoder", "FaultyDecoder",
            ] + words, swiftSettings: strict),
        .testTarget(
            name: "PhotosUITests", dependencies: ["TestSupport", "SharedWorld", "PhotosUI", "Photos", "PhotosTesting", "PhotoDecoder"] + words, swiftSettings: strict),
        .testTarget(
            name: "ExamplesTests", dependencies: ["TestSupport", "Photos", "PhotosTesting", "Flows", "Habits", "SaveMany", "HashFile", "PhotosTool", "PhotoDecoder"],
            swiftSettings: strict),
        .testTarget(
            name: "PhotoAssetTests",
            dependencies: ["TestSupport", "AssetsLibrary", "PhotoAsset", "PhotosTesting", "LibraryEngine", "PhotoDecoder", "DraftProgram"] + words, swiftSettings: strict),
        .target(name: "SharedWorld", dependencies: ["PhotoModel", "Photos", "PhotosTesting", "LibraryEngine"] + words, path: "Tests/SharedWorld", swiftSettings: strict),
        .testTarget(
            name: "ApplicationTests",
            dependencies: [
                "UniformTypeIdentifiers", "CloudKit", "AppIntents",
                "Photos", "PhotosUploads", "UIKit", "_Testing_UIKit", "CoreLocation", "AVFoundation", "CoreImage", "_Testing_CoreImage", "SharedWorld", "PhotosTesting",
                "TestSupport", "PhotoDecoder",
            ] + words,
            swiftSettings: application),
        .testTarget(
            name: "ClientTests", dependencies: ["Photos", "UIKit", "_Testing_UIKit", "CoreLocation", "SharedWorld", "PhotosTesting", "PhotoDecoder"] + words,
            swiftSettings: client),
        .testTarget(name: "QuietClientTests", dependencies: ["Photos", "SharedWorld", "PhotosTesting", "PhotoDecoder"] + words, swiftSettings: quietClient),
        .testTarget(
            name: "AssetsLibraryTests",
            dependencies: [
                "TestSupport", "AssetsLibrary", "Photos", "UIKit", "_Testing_UIKit", "CoreLocation", "ImageIO", "SharedWorld", "PhotosTesting", "LibraryEngine", "PhotoDecoder",
            ] + words,
            swiftSettings: application),
        .target(name: "Browser", path: "Tests/Browser", swiftSettings: strict),
        .testTarget(
            name: "PhotosServerTests",
            dependencies: [
                "Query", "Support", "Geodesy", "WebDAV",
                "TestSupport", "PhotoModel", "Descriptions", "PhotosServer", "PhotosUIPages", "Photos", "PhotosTesting", "LibraryEngine", "Catalog", "Codecs", "Metadata", "Pixels",
                "PhotoDecoder",
            ]
                + words,
            exclude: ["Search/Fixtures"],
            swiftSettings: strict),
        .testTarget(
            name: "GalleryTests",
            dependencies: [
                "TestSupport", "PhotoModel", "Picking", "Gazetteer", "Browser", "PhotosServer", "Photos", "PhotosTesting", "PhotosTool", "PhotoDecoder", "LibraryEngine",
                "Codecs", .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ] + words,
            exclude: ["Types/page.d.ts", "Types/tsconfig.json"],
            swiftSettings: strict),
        .testTarget(
            name: "DemonstrationTests",
            dependencies: [
                "LibraryEngine", "Catalog", "Query", "PhotoModel", "Demonstration", "DemonstrationMessages", "Photos", "PhotosTesting", "Codecs", "Metadata", "Pixels",
                "PhotoDecoder",
            ] + words,
            swiftSettings: strict),
        .testTarget(
            name: "PhotosToolTests",
            dependencies: [
                "Query", "LibraryEngine", "Photos", "PhotosServer", "Catalog",
                "TestSupport", "PhotoModel", "Descriptions", "PhotosTool", "Demonstration", "FirstFetch", "PhotosTesting", "Codecs", "Metadata", "Pixels", "PhotoDecoder",
                "FaultyDecoder", "Record", "Support",
            ] + words,
            exclude: ["Golden"], swiftSettings: strict),
        .testTarget(name: "ReadmeTests", dependencies: ["AssetsLibrary", "Photos", "PhotosTesting", "PhotoDecoder"], swiftSettings: strict),
        fuzzing(name: "FuzzingTests", dependencies: ["PhotoModel", "Support", "Metadata", "Codecs", "Decoding", "Imaging", "Pixels", "Columns", "Query", "WebDAV"]),
        .systemLibrary(name: "CFuzzer", path: "Tests/Fuzzing/CFuzzer"),
        // The crash tests put it before the tool. Nothing links it.
        .target(name: "KillSwitch", path: "Tests/KillSwitch"),
        .testTarget(
            name: "CrashTests",
            dependencies: [
                "Query", "TestSupport", "PhotoModel", "LibraryEngine", "Catalog", "Originals", "Codecs", "Pixels", "Columns", "Support", "PhotosTool", "PhotoDecoder",
                "EditingProgram",
                "PhotosTesting",
            ]
                + otherWords(than: ["Originals"]), swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// `./test --long` asks for it: what is tested is compiled as it is for its users, since some faults only an optimizer shows. Tests are not.
if Context.environment["OPENPHOTOKIT_OPTIMIZED"] != nil {
    for target in package.targets where target.type == .regular || target.type == .executable {
        target.swiftSettings = target.swiftSettings.map { $0 + [.unsafeFlags(["-O", "-assert-config", "Debug"])] }
    }
}
