import Foundation
import Testing

/// What must be on disk before what: kills find a wrong order only where they hit the moment between, and a lost write not at all.
struct ImportOrderTests {
    @Test func bytesJournalNamesFoldersAndRowsReachTheDiskInThisOrder() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let library = world.library(0)
        let calls = try KillSwitch.history(world.importing(into: library), in: world.folder)
        let originals = library.path + "/originals/"
        let names = calls.indices.filter { calls[$0].name == "rename" && calls[$0].path.hasPrefix(originals) }
        try #require(names.count == world.pictureCount, "\(names.map { calls[$0] })")
        for name in names {
            let (before, after) = (calls[..<name], calls[name...]), call = calls[name]
            #expect(before.contains { $0.isSync && $0.path == call.oldPath }, "the bytes are on disk before \(call)")
            let journal = (call.oldPath as NSString).deletingLastPathComponent + "/journal"
            let written = try #require(before.lastIndex { $0.name == "write" && $0.path == journal }, "nothing announced \(call)")
            #expect(before[written...].contains { $0.isSync && $0.path == journal }, "the announcement is on disk before \(call)")
            #expect(!before[written...].contains { $0.name == "truncate" && $0.path == journal }, "it was withdrawn before \(call)")
            // The commit is on disk when the log of the catalogue is.
            let commit = try #require(after.firstIndex { $0.isSync && $0.path.hasSuffix("catalog.sqlite-wal") }, "no commit follows \(call)")
            let folder = (call.path as NSString).deletingLastPathComponent
            #expect(calls[name..<commit].contains { $0.isSync && $0.path == folder }, "the name is on disk before the row of \(call)")
            #expect(!calls[name..<commit].contains { $0.name == "truncate" && $0.path == journal }, "the journal of \(call) outlives the commit")
        }
    }
}
