import Foundation
import Importing
import Testing

@testable import LibraryEngine

private let samples = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map { URL(fileURLWithPath: $0) }

/// Real camera files through the real decoder.
@Suite("Files of real cameras", .enabled(if: samples != nil, "PHOTOS_SAMPLES is not set"))
struct RealFilesTests {
    @Test func soundDamagedAndHopelessFilesAreToldApart() throws {
        let samples = try #require(samples)
        let fixture = try LibraryFixture()
        var environment = LibraryFixture.environment()
        environment.decoder = .automatic(workerPath: nil)
        let library = try PhotoLibrary.create(at: fixture.base.appendingPathComponent("Real.photolibrary"), environment: environment)
        defer { library.close() }
        let paths = ["iphone/badimage.jpeg", "cameras/corrupted.jpg", "cameras/Canon_40D.jpg", "orientation/Landscape_6.jpg", "iphone/St James Park.AAE", "README.md"]
            .map { samples.appendingPathComponent($0).path }
        let report = try library.importer(library.importOptions).run(paths)
        #expect(report.failed.map(\.path) == [paths[0]], "nothing of it can be shown")
        #expect(report.damaged.map(\.path) == [paths[1]], "its upper part can")
        #expect((report.imported, report.skipped) == (3, 2))

        let assets = try library.catalog.read { reader in try reader.assets(ids: reader.assetIDs(.init())).compactMap { $0 } }
        let turned = try #require(assets.first { $0.filename == "Landscape_6.jpg" })
        #expect(turned.pixelWidth > turned.pixelHeight)
        let thumbnail = try #require(library.derivatives.thumbnail(assetID: turned.id, uuid: turned.uuid, revision: turned.revision))
        #expect(thumbnail.width > thumbnail.height)
        #expect(assets.count { $0.damage != nil } == 1)

        let again = try library.importer(library.importOptions).run(paths)
        #expect((again.imported, again.duplicates, again.failed.count) == (0, 3, 1))
        #expect(try library.verify().isSound)
    }
}
