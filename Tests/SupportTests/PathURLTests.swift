import Foundation
import Support
import Testing

/// Foundation says what a path is; ours only says it sooner.
@Suite struct PathURLTests {
    private static let paths = [
        "/", "/a", "/a/", "/a/b", "/a//b", "/a/./b/..", "/with space/x", "/100%/x", "/a?b/c", "/a#b", "/a;b", "/ä/ö.jpg", "/a:b", "/~/x", "relative", "/tmp/L.photolibrary/",
    ]

    @Test(arguments: paths) func pathsAreFoundations(path: String) {
        for url in [URL(fileURLWithPath: path), URL(fileURLWithPath: path, isDirectory: true), URL(fileURLWithPath: path, isDirectory: false)] {
            #expect(url.plainPath == url.path)
            #expect(url.file(beneath: "x/y.z").path == url.appendingPathComponent("x/y.z").path)
            // Foundation goes above what ends in two dots, and makes one slash of several.
            if !path.contains(".."), !path.contains("//"), url.path != "/" { #expect(url.plainFolder == url.deletingLastPathComponent().path) }
        }
    }

    @Test func whatIsNoFileKeepsItsPath() {
        for text in ["http://host/a/b", "file://host/a", "file:/a/b", "data:x"] {
            guard let url = URL(string: text) else { continue }
            #expect(url.plainPath == url.path)
        }
    }
}
