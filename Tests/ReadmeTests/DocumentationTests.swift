import Foundation
import Testing

/// What a user of the library may call says what it means.
@Suite struct DocumentationTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let targets = [
        "Photos", "PhotosUploads", "PhotosUI", "PhotosUIPages", "AssetsLibrary", "PhotoAsset", "PhotosTesting", "ExtensionFoundation", "PlatformTypes",
    ]

    /// With Photos come two modules more, which nobody imports by name.
    @Test(arguments: targets + ["Adjustments", "Query"]) func everyPublicSymbolIsDocumented(target: String) throws {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Self.root.appending(path: "Scripts/undocumented")
        process.arguments = [target]
        process.standardOutput = output
        try process.run()
        let listed = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(listed == "", "These need a line that says what they mean")
        #expect(process.terminationStatus == 0)
    }

    /// Scripts/documentation makes what .spi.yml names.
    @Test func everyLibraryThatAProgramMayImportIsDocumented() throws {
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        // A dynamic one is put before a program, and nobody imports it.
        let products = manifest.matches(of: /\.library\(name: "(\w+)", targets/).map { String($0.1) }
        let modules = try products.map { product in
            let sources = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Sources/\(product)").path)
            return sources == ["Exports.swift"] ? "PlatformTypes" : product
        }
        let configuration = try String(contentsOf: Self.root.appending(path: ".spi.yml"), encoding: .utf8)
        let listed = configuration.matches(of: /(?m)^ +- (\w+)$/).map { String($0.1) }
        #expect(Set(modules) == Set(Self.targets))
        #expect(listed == Self.targets)
    }
}
