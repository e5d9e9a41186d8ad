import Foundation
import Testing

/// What a user of the library may call says what it means.
@Suite struct DocumentationTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: ["Photos", "AssetsLibrary", "PhotoAsset", "PhotosUI", "PhotosUIPages", "PlatformTypes", "PhotosTesting"])
    func everyPublicSymbolIsDocumented(target: String) throws {
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
}
