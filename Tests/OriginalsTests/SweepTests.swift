import Foundation
import Glibc
import Testing

@testable import Originals

@Suite("Clearing up after the dead") struct SweepTests {
    private static let dead = "0B0C2D1E-1111-4222-8333-444455556666"
    let folder: TemporaryFolder
    let store: OriginalStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    /// A session as a killed process leaves it: published, journal written, nothing committed.
    private func leaveBehind(_ name: String = dead, journal: String, published: [String]) throws {
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("staging/\(name)"), withIntermediateDirectories: true)
        try folder.write([], to: "staging/\(name)/lock")
        try folder.write([1], to: "staging/\(name)/1")
        try folder.write(Array(journal.utf8), to: "staging/\(name)/journal")
        for path in published { try folder.write([5], to: path) }
    }

    @Test func unknownPublishesOfTheDeadGoAndKnownOnesStay() throws {
        try leaveBehind(journal: "originals/A/known\noriginals/B/unknown\n", published: ["originals/A/known", "originals/B/unknown"])
        #expect(try store.sweep { $0 == "originals/A/known" }.dead == 1)
        #expect(folder.exists("originals/A/known"))
        #expect(!folder.exists("originals/B/unknown"))
        #expect(try folder.names("staging") == ["gate"])
    }

    @Test func aTornLastLineIsAsIfNeverWritten() throws {
        try leaveBehind(journal: "originals/A/one\noriginals/A/tw", published: ["originals/A/one", "originals/A/tw"])
        try store.sweep { _ in false }
        #expect(!folder.exists("originals/A/one"))
        #expect(folder.exists("originals/A/tw"))
    }

    @Test func aDamagedJournalNeverReachesOutside() throws {
        try folder.write([1], to: "library.json")
        try leaveBehind(journal: "originals/../library.json\n../outside\n\u{0}\n", published: [])
        try store.sweep { _ in false }
        #expect(folder.exists("library.json"))
    }

    @Test func nothingHappensWhenTheCatalogueCannotAnswer() throws {
        struct Unreadable: Error {}
        try leaveBehind(journal: "originals/A/one\n", published: ["originals/A/one"])
        #expect(throws: Unreadable.self) { try store.sweep { _ in throw Unreadable() } }
        #expect(folder.exists("originals/A/one"))
        #expect(folder.exists("staging/\(Self.dead)/journal"))
    }

    @Test func aLivingSessionIsNotTouched() throws {
        let source = try TemporaryFolder()
        let session = try store.beginSession()
        let staged = try session.stage(SourceFile(opening: source.write([1], to: "a")), mode: .copy)
        try session.publish([(staged, "originals/A/mine")])
        #expect(try store.sweep { _ in false }.dead == 0)
        #expect(folder.exists("originals/A/mine"))
        try session.retire()
    }

    @Test func aKilledProcessCountsAsDeadFromTheMomentItDies() throws {
        try leaveBehind(journal: "originals/C/theirs\n", published: ["originals/C/theirs"])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "exec 9<>\"$1\"; flock 9; echo ready; read line", "sh", folder.url.appendingPathComponent("staging/\(Self.dead)/lock").path]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        #expect(output.fileHandleForReading.availableData == Data("ready\n".utf8))
        #expect(try store.sweep { _ in false }.dead == 0)
        #expect(folder.exists("originals/C/theirs"))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try store.sweep { _ in false }.dead == 1)
        #expect(!folder.exists("originals/C/theirs"))
        withExtendedLifetime(input) {}
    }

    @Test func aSessionThatNeitherRetiredNorUndidIsLeftToTheSweep() throws {
        let source = try TemporaryFolder()
        var session: StagingSession? = try store.beginSession()
        let staged = try #require(try session?.stage(SourceFile(opening: source.write([1], to: "a")), mode: .copy))
        try session?.publish([(staged, "originals/A/mine")])
        session = nil
        #expect(folder.exists("originals/A/mine"))
        try store.sweep { _ in false }
        #expect(!folder.exists("originals/A/mine"))
        #expect(try folder.names("staging") == ["gate"])
    }

    /// A process that is being started has a copy of every descriptor until it runs its own program, and starting one takes a while on a busy machine.
    @Test func aSessionIsDeadAtOnceWhateverIsBeingStarted() throws {
        let source = try TemporaryFolder()
        var session: StagingSession? = try store.beginSession()
        let staged = try #require(try session?.stage(SourceFile(opening: source.write([1], to: "a")), mode: .copy))
        try session?.publish([(staged, "originals/A/mine")])
        let copies = try copiesOfDescriptors(below: "staging")
        defer { copies.forEach { close($0) } }
        #expect(copies.count >= 1)
        session = nil
        #expect(try store.sweep { _ in false }.dead == 1)
        #expect(!folder.exists("originals/A/mine"))
    }

    private func copiesOfDescriptors(below name: String) throws -> [Int32] {
        let prefix = folder.url.resolvingSymlinksInPath().appendingPathComponent(name).path + "/"
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { number in
            guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + number), path.hasPrefix(prefix) else { return nil }
            return Int32(number).map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
        }
    }
}
