import Foundation
import Testing

/// The README and the guide promise what compiles: their snippets are the code between the marks in Snippet.swift and GuideSnippets.swift.
@Suite struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: [
        ("README.md", "Snippet.swift"), ("Sources/Photos/Photos.docc/FromIOSToLinux.md", "GuideSnippets.swift"),
        ("Sources/AssetsLibrary/AssetsLibrary.docc/FromAssetsLibraryToPhotoKit.md", "MigrationSnippets.swift"),
    ])
    func theSnippetsAreTheCompiledOnes(document: String, source: String) throws {
        let text = try String(contentsOf: Self.root.appending(path: document), encoding: .utf8)
        let code = try String(contentsOf: Self.root.appending(path: "Tests/ReadmeTests/\(source)"), encoding: .utf8)
        // The manifest is another package's: Scripts/outside-package builds that.
        let snippets = text.parts(from: "```swift\n", to: "```").filter { !$0.hasPrefix("// swift-tools-version") }
        let compiled = code.parts(from: "    // begin\n", to: "    // end\n")
        #expect(!snippets.isEmpty)
        #expect(snippets.map { significantLines($0.replacing("import Photos\n", with: "")) } == compiled.map(significantLines))
    }

    @Test func theProductsOfItsManifestAreThere() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let package = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        let products = Set(package.matches(of: /\.(?:library|executable)\(name: "([\w-]+)"/).map { String($0.1) })
        let named = readme.matches(of: /\.product\(name: "([\w-]+)", package: "OpenPhotoKit"\)/).map { String($0.1) }
        #expect(named.starts(with: ["Photos", "photo-decoder"]))
        #expect(products.isSuperset(of: named))
        #expect(package.contains("name: \"OpenPhotoKit\","))
    }

    @Test func theCommandsItNamesAreThere() {
        for command in ["photos", "test", "bench", "Scripts/debian-packages"] {
            #expect(FileManager.default.isExecutableFile(atPath: Self.root.appending(path: command).path), "\(command)")
        }
    }

    @Test func theDocumentsItLinksAreThere() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let links = readme.matches(of: /\]\((Docs\/[^)#]+)[^)]*\)/).map { String($0.1) }
        #expect(!links.isEmpty)
        for link in links {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: link).path), "\(link)")
        }
    }

    private func significantLines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

extension String {
    /// What stands between two marks, each time they come.
    fileprivate func parts(from begin: String, to end: String) -> [String] {
        components(separatedBy: begin).dropFirst().map { $0.components(separatedBy: end)[0] }
    }
}
