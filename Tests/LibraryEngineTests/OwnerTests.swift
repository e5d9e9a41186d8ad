import Foundation
import Glibc
import Testing

@testable import LibraryEngine

@Suite("Whose library it is") struct OwnerTests {
    private static let nobody: UInt32 = 65534
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    /// Opens the library as somebody else; the error, where it is refused.
    private func refusal(asker: [UInt32], trusting names: Set<String> = [], because failure: LibraryError? = nil) -> LibraryError? {
        var environment = fixture.environment
        environment.owners = LibraryOwners(own: asker) { () throws(LibraryError) in
            if let failure { throw failure }
            return names
        }
        do throws(LibraryError) {
            try PhotoLibrary.open(at: fixture.url, environment: environment).close()
            return nil
        } catch {
            return error
        }
    }

    @Test func anotherUsersLibraryIsRefusedUntilHeIsTrustedByName() throws {
        let me = LibraryOwners.name(of: geteuid())
        let error = try #require(refusal(asker: [geteuid() + 1]))
        #expect(error.code == .foreign)
        #expect(error.message.contains("photos trust \(me)") && error.message.contains(fixture.url.path))
        #expect(refusal(asker: [geteuid() + 1], trusting: ["somebody"])?.code == .foreign)
        #expect(refusal(asker: [geteuid() + 1], trusting: [me]) == nil)
        #expect(refusal(asker: [geteuid()]) == nil)
        #expect(refusal(asker: [geteuid() + 1, geteuid()]) == nil)
    }

    @Test func aListThatCannotBeBelievedTrustsNobodyAndSaysWhy() throws {
        let error = try #require(refusal(asker: [geteuid() + 1], because: LibraryError(.foreign, "The list is not believed.")))
        #expect(error.code == .foreign && error.message.contains("The list is not believed."))
        #expect(refusal(asker: [geteuid()], because: LibraryError(.foreign, "The list is not believed.")) == nil, "one's own library needs no list")
    }

    @Test(.enabled(if: geteuid() == 0, "giving files away needs root"), arguments: ["", "library.json", "database", "database/catalog.sqlite"])
    func eachPartThatSaysWhatIsInTheLibraryIsLookedAt(_ part: String) throws {
        fixture.library.close()
        let path = fixture.url.appendingPathComponent(part).path
        #expect(chown(path, Self.nobody, gid_t.max) == 0)
        let name = LibraryOwners.name(of: Self.nobody)
        let error = try #require(refusal(asker: [0]))
        #expect(error.code == .foreign && error.message.contains("photos trust \(name)"), "\(error.message)")
        #expect(part.isEmpty || error.message.contains(part))
        #expect(refusal(asker: [0], trusting: [name]) == nil)
        #expect(refusal(asker: [0, Self.nobody]) == nil)
    }

    @Test func theListIsBelievedOnlyWhileNobodyElseMayWriteIt() throws {
        let file = fixture.base.appendingPathComponent("configuration/photos/trusted-owners")
        let list = TrustedOwners(file: file)
        #expect(try list.names() == [])
        #expect(try list.add("b") && list.add("a") && !list.add("a"))
        #expect(try list.names() == ["a", "b"])
        #expect(try list.remove("b") && !list.remove("b"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "a\n")
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) == ["trusted-owners"])
        try Data("  c  \n\n".utf8).write(to: file)
        #expect(try list.names() == ["c"])
        for mode in [0o620, 0o602, 0o666] as [mode_t] {
            #expect(chmod(file.path, mode) == 0)
            let error = #expect(throws: LibraryError.self) { try list.names() }
            #expect(error?.message.contains("chmod 600") == true)
            #expect(throws: LibraryError.self) { try list.add("d") }
        }
        #expect(chmod(file.path, 0o600) == 0)
        #expect(throws: LibraryError.self) { try TrustedOwners(file: file, owner: geteuid() + 1).names() }
    }
}
