import Catalog
import Foundation
import Originals
import PhotoModel
import TestSupport
import Testing
@testable import LibraryEngine

/// The power goes while originals come back from where they are kept. One that was told of as being here is here, and none is here in part.
@Suite(.serialized) struct DownloadCutTests {
    private static let rounds = PowerCutTests.cuts / 3

    /// Gives each file in pieces, by its hash.
    private struct Cloud: ObjectStore {
        let files: [Data: Data]

        func fetch(_ object: StoredObject, until cancellation: FetchCancellation, write: (UnsafeRawBufferPointer) throws -> Void) throws {
            guard let content = files[object.sha256] else { throw CocoaError(.fileNoSuchFile) }
            try content.withUnsafeBytes { bytes in
                for start in stride(from: 0, to: bytes.count, by: 8_192) {
                    try write(UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + 8_192)]))
                }
            }
        }
    }

    private struct Original {
        let resource: ResourceRecord
        let path: String
        let content: Data
    }

    private func open(_ library: URL, _ cloud: Cloud) throws -> PhotoLibrary {
        var environment = Environment()
        environment.store = cloud
        return try PhotoLibrary.open(at: library, environment: environment)
    }

    private func fetch(_ original: Original, in library: PhotoLibrary) throws {
        _ = try ResourceAccess(library, network: NetworkUse()).open(original.resource)
    }

    /// Everything in the library, of which no bytes are left there.
    private func sendAway(_ url: URL) throws -> [Original] {
        let library = try open(url, Cloud(files: [:]))
        defer { library.close() }
        let resources = try library.catalog.read { try $0.resources(afterID: 0, limit: 1_000) }
        let originals = try resources.compactMap { resource -> Original? in
            guard case .managed(let path) = resource.location else { return nil }
            return Original(resource: resource, path: path, content: try Data(contentsOf: url.appending(path: path)))
        }
        _ = try library.catalog.write(author: "test") { writer in
            for original in originals { try writer.update(resourceID: original.resource.id) { ($0.isLocal, $0.isInCloud) = (false, true) } }
        }
        for original in originals { try library.originals.remove(managedPath: original.path) }
        return try library.catalog.read { reader in
            try originals.compactMap { original in
                try reader.resource(id: original.resource.id).map { Original(resource: $0, path: original.path, content: original.content) }
            }
        }
    }

    @Test(.enabled(if: ForgetfulDisk.isPermitted, Comment(rawValue: ForgetfulDisk.absence)))
    func aDownloadIsWholeOrNotThere() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let disk = try ForgetfulDisk(at: world.folder.appending(path: "disk"))
        defer { disk.unmount() }
        let url = disk.folder.appending(path: "Cut.photolibrary")
        #expect(try Tool.photos(world.importing(into: url)).status == 0)
        let originals = try sendAway(url)
        try #require(originals.count == world.pictureCount)
        let cloud = Cloud(files: Dictionary(originals.map { ($0.resource.sha256, $0.content) }) { first, _ in first })
        let first = try disk.mark()
        // How often the disk was changed when a file was said to be here.
        var told: [Int] = []
        do {
            let library = try open(url, cloud)
            defer { library.close() }
            for original in originals {
                try fetch(original, in: library)
                told.append(try disk.mark())
            }
        }
        let last = try disk.mark()
        var generator = SeededRandom(seed: 0xD0)
        var partial = 0
        for round in 0..<Self.rounds {
            let change = first + (last - first) * round / Self.rounds + Int(generator.next() % UInt64((last - first) / Self.rounds + 1))
            let label = "round \(round): a cut before change \(change) of \(first) to \(last)"
            let image = world.folder.appending(path: "image")
            defer { try? FileManager.default.removeItem(at: image) }
            try disk.image(before: change, seed: UInt64(round), at: image)
            let cut = image.appending(path: "Cut.photolibrary")
            let verified = try Tool.photos(["--library", cut.path, "verify", "--json"])
            #expect(verified.output.contains("\"missing\":0,\"damaged\":0,"), "\(label): \(verified.output) \(verified.errors)")
            var here = 0
            for (original, moment) in zip(originals, told) {
                let content = try? Data(contentsOf: cut.appending(path: original.path))
                #expect(content == nil || content == original.content, "\(label): \(original.path) is here in part")
                if moment <= change { #expect(content != nil, "\(label): \(original.path) was told of as being here") }
                here += content == nil ? 0 : 1
            }
            partial += (1..<originals.count).contains(here) ? 1 : 0
            let library = try open(cut, cloud)
            defer { library.close() }
            for original in originals {
                try fetch(original, in: library)
                #expect(try Data(contentsOf: cut.appending(path: original.path)) == original.content, "\(label): \(original.path) fetched again")
            }
        }
        #expect(partial > Self.rounds / 2, "most cuts must really fall between downloads; \(partial) of \(Self.rounds) did")
    }
}
