import Foundation
import Support
import Testing

@Suite struct PackageFileTests {
    private static let source = DataPackage(name: "world-data", lack: "There is no world")

    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("package-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func `what a file has is lent, with the errors of who reads it`() throws {
        try inFolder { folder in
            let place = folder.appendingPathComponent("world.txt")
            try Data([1, 2, 3]).write(to: place)
            let file = try PackageFile(place.path, of: Self.source)
            #expect(file.bytes == Data([1, 2, 3]))
            let count = try file.read { bytes throws(PackageFileError) -> Int in bytes.count }
            #expect(count == 3)
            let error = #expect(throws: PackageFileError.self) { try file.read { _ throws(PackageFileError) -> Int in throw file.damaged("it is flat") } }
            #expect(
                error?.description == "There is no world, since \(place.path) is damaged: it is flat. Bring it back with 'apt-get install --reinstall world-data'.")
            try Data().write(to: place)
            #expect(try PackageFile(place.path, of: Self.source).bytes.isEmpty, "whether that is damage is for who reads it to say")
        }
    }

    @Test func `a file that is not there is told from one that can't be read`() throws {
        try inFolder { folder in
            let place = folder.appendingPathComponent("none.txt").path
            let missing = #expect(throws: PackageFileError(.missing, place, of: Self.source)) { try PackageFile(place, of: Self.source) }
            #expect(missing?.description == "There is no world, since \(place) isn't there. Install the package world-data, which has it.")
            // Nobody may be kept from reading who is root; a folder has no bytes for anybody.
            let unreadable = #expect(throws: PackageFileError.self) { try PackageFile(folder.path, of: Self.source) }
            #expect(unreadable?.file == folder.path && unreadable?.fault != .missing)
            #expect(unreadable?.description.contains("is damaged: it can't be read (") == true)
        }
    }
}
