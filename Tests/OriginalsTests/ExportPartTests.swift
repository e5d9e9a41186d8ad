import Foundation
import Glibc
import Support
import Testing

@testable import Originals

/// Files of an export before they have their names, and what is left of them.
@Suite struct ExportPartTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func part(namesIt: Bool = false) throws -> ExportPart {
        let part = try ExportPart(in: folder.path, namesIt: namesIt)
        try part.file.write([1, 2, 3])
        return part
    }

    @Test func whatIsBeingWrittenHasNoNameUntilItIsWhole() throws {
        let part = try part()
        #expect(try folder.names("").isEmpty)
        #expect(try part.open().readRest(limit: 10) == [1, 2, 3])
        try part.publish(as: folder.path.appending("a.jpg"))
        #expect(try folder.names("") == ["a.jpg"] && folder.read("a.jpg") == [1, 2, 3])
        #expect(throws: OriginalsError.self) { try self.part().publish(as: folder.path.appending("a.jpg")) }
        #expect(try folder.names("") == ["a.jpg"])
    }

    @Test func whereFilesNeedNamesAHiddenOneGoesWithItsOwner() throws {
        do {
            let part = try part(namesIt: true)
            let names = try folder.names("")
            #expect(names.count == 1 && names.allSatisfy { $0.hasPrefix(".photos-exporting-") })
            #expect(try part.open().readRest(limit: 10) == [1, 2, 3])
        }
        #expect(try folder.names("").isEmpty)
        try part(namesIt: true).publish(as: folder.path.appending("a.jpg"))
        #expect(try folder.names("") == ["a.jpg"] && folder.read("a.jpg") == [1, 2, 3])
    }

    @Test func whatTheDeadLeftGoesAndNothingElse() throws {
        let living = try part(namesIt: true), itsName = try #require(folder.names("").first)
        func name(_ mark: String) -> String { "\(mark)\(UUID().uuidString)" }
        let left = name(".photos-exporting-"), linked = name(".photos-exporting-"), link = name(".photos-exporting-"), subfolder = name(".photos-exporting-")
        for name in [left, linked, "a.jpg"] { try folder.write([1], to: name) }
        try FileManager.default.linkItem(at: folder.url.appending(path: linked), to: folder.url.appending(path: "kept.jpg"))
        try FileManager.default.createSymbolicLink(at: folder.url.appending(path: link), withDestinationURL: folder.url.appending(path: "a.jpg"))
        try FileManager.default.createDirectory(at: folder.url.appending(path: subfolder), withIntermediateDirectories: false)
        let others = [".photos-exporting-notes", ".photos-exporting", "photos-exporting-\(UUID().uuidString)"]
        for name in others { try folder.write([1], to: name) }
        // Older versions lock none, so that only their age tells.
        let old = name(".photos-export-")
        try folder.write([1], to: old)
        let before = try folder.names("")
        ExportPart.removeLeftovers(in: folder.path)
        #expect(try Set(before).subtracting(folder.names("")) == [left])
        ExportPart.removeLeftovers(in: folder.path, now: time(nil) + 2 * 86_400)
        #expect(try Set(before).subtracting(folder.names("")) == [left, old])
        try living.publish(as: folder.path.appending("b.jpg"))
        #expect(!folder.exists(itsName) && folder.exists("b.jpg"))
    }

    /// Two who look for leftovers, and one who makes a file meanwhile, many times: it is never lost.
    @Test func aFileThatIsJustBeingMadeIsNotTakenForALeftover() async throws {
        let path = folder.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { for _ in 0..<300 { ExportPart.removeLeftovers(in: path) } } }
            group.addTask {
                for number in 0..<200 {
                    let part = try ExportPart(in: path, namesIt: true)
                    try part.file.write([1])
                    try part.publish(as: path.appending("\(number).jpg"))
                }
            }
            try await group.waitForAll()
        }
        #expect(try folder.names("").count == 200)
    }
}
