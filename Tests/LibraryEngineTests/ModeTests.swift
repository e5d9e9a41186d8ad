import Foundation
import Glibc
import Importing
import Testing

@testable import LibraryEngine

@Suite("Who may look into a library") struct ModeTests {
    private func mode(_ url: URL) throws -> mode_t {
        var status = stat()
        try #require(lstat(url.path, &status) == 0)
        return status.st_mode & 0o777
    }

    @Test func everythingInANewLibraryIsTheOwnersAlone() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")))])
        #expect(try mode(fixture.url) == 0o700)
        #expect(fixture.library.opennessProblem == nil)
        var looked = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: fixture.url.path) {
            let url = fixture.url.appendingPathComponent(path)
            let found = try mode(url)
            #expect(found & 0o077 == 0, "\(path) has \(String(found, radix: 8))")
            looked += 1
        }
        #expect(looked > 25)
    }

    @Test func anOlderLibraryThatOthersMayReadIsToldWithTheCommandThatClosesIt() throws {
        let fixture = try LibraryFixture()
        #expect(chmod(fixture.url.path, 0o755) == 0)
        #expect(fixture.library.opennessProblem?.contains("chmod 700 '\(fixture.url.path)'") == true)
        #expect(chmod(fixture.url.path, 0o700) == 0)
        #expect(fixture.library.opennessProblem == nil)
    }
}
