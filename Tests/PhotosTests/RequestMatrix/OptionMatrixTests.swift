import Foundation
import Photos
import PhotosTesting
import Testing

/// Rules of the table that are no cells: one library each, one test at a time.
@Suite(.serialized, .timeLimit(.minutes(20))) struct OptionMatrixTests {
    private typealias Matrix = OptionMatrix
    private typealias Size = OptionMatrix.Size

    /// The oracle itself, by examples that a person wrote down from the table.
    @Test func theOracleSaysWhatTheTableSays() {
        let whole = Matrix.Situation(picture: Size(width: 1600, height: 1200))
        func said(_ cell: Matrix.Cell, _ situation: Matrix.Situation) -> String { Matrix.history(of: cell, in: situation).map(\.description).joined(separator: ", ") }
        #expect(said(Matrix.Cell(), whole) == "256x192 degraded main, 1600x1200 main")
        #expect(said(Matrix.Cell(resize: .exact, target: .box(100, 100)), whole) == "100x75 main")
        #expect(said(Matrix.Cell(target: .box(100, 100)), whole) == "100x75…256x192 main")
        #expect(said(Matrix.Cell(content: .aspectFill, target: .box(600, 600)), whole) == "256x192 degraded main, 800x600…1600x1200 main")
        #expect(said(Matrix.Cell(resize: .exact, content: .aspectFill, target: .box(2000, 2000)), whole) == "256x192 degraded main, 2000x2000 main")
        #expect(said(Matrix.Cell(delivery: .fastFormat, resize: .exact, target: .box(600, 600)), whole) == "256x192 degraded main")
        #expect(said(Matrix.Cell(delivery: .fastFormat, isSynchronous: true), whole) == "1600x1200 caller")
        var lost = whole
        lost.original = .missing
        #expect(said(Matrix.Cell(), lost) == "256x192 degraded main, nil error 3303 main")
        #expect(said(Matrix.Cell(resize: .exact, target: .box(600, 600)), lost) == "256x192 degraded main, 600x450 main")
        #expect(said(Matrix.Cell(allowsSecondary: true), lost) == "256x192 degraded main, 1440x1080 degraded main, nil error 3303 main")
        var away = whole
        (away.original, away.hasDerivatives) = (.inCloud, false)
        #expect(said(Matrix.Cell(), away) == "nil in cloud error 3164 main")
        #expect(said(Matrix.Cell(allowsNetwork: true), away) == "1600x1200 main")
    }

    /// No options are the default ones.
    @Test func withoutOptionsTheDefaultsHold() throws {
        let world = try Matrix.World(.usual)
        defer { world.end() }
        let history = Matrix.record { history in
            PHImageManager.default().requestImage(
                for: world.asset, targetSize: CGSize(width: 640, height: 640), contentMode: .default, options: nil, resultHandler: history.image)
        }
        let expected = Matrix.history(of: Matrix.Cell(target: .box(640, 640)), in: Matrix.Situation(picture: Matrix.Pictures.usual.original))
        #expect(history.wait(for: expected.count))
        #expect(history.difference(from: expected) == nil)
    }

    /// A request is what its options were when it was made.
    @Test func optionsAreReadWhenTheRequestIsMade() throws {
        let world = try Matrix.World(.usual)
        let options = Matrix.Cell(delivery: .highQualityFormat, resize: .exact).options
        let history = Matrix.record { history in
            let id = PHImageManager.default().requestImage(
                for: world.asset, targetSize: CGSize(width: 400, height: 400), contentMode: .aspectFit, options: options, resultHandler: history.image)
            (options.deliveryMode, options.resizeMode, options.version) = (.opportunistic, .none, .original)
            return id
        }
        #expect(history.wait(for: 1))
        try world.finish()
        #expect(history.texts == ["400x300 main"])
    }

    /// The file that a version does not need may be gone.
    @Test(arguments: [PHAssetResourceType.photo, .fullSizePhoto]) func aVersionNeedsItsOwnFileOnly(_ gone: PHAssetResourceType) throws {
        let world = try Matrix.World(.usual, isEdited: true), pictures = Matrix.Pictures.usual
        defer { world.end() }
        try world.spoil(gone, damaging: false)
        for version in Matrix.versions {
            let needed: PHAssetResourceType = version == .current ? .fullSizePhoto : .photo
            let situation = Matrix.Situation(picture: version == .current ? pictures.rendering : pictures.original, original: needed == gone ? .missing : .there)
            let cell = Matrix.Cell(version: version, isSynchronous: true)
            #expect(Matrix.request(cell, for: world.asset).difference(from: Matrix.history(of: cell, in: situation)) == nil, "\(version)")
        }
    }

    /// What is there of a file that broke off is shown, and that is no failure.
    @Test func aTruncatedPictureIsShownAsFarAsItGoes() throws {
        let whole = try FixtureImages.jpeg(width: 800, height: 600)
        let world = try Matrix.World([(.photo, "a.jpg", whole.prefix(whole.count * 6 / 10))])
        let history = Matrix.request(Matrix.Cell(), for: world.asset)
        #expect(history.wait(for: 2))
        try world.finish()
        #expect(history.texts == ["256x192 degraded main", "800x600 main"])
    }

    @Test func aVideoShowsAPictureOfItself() throws {
        let world = try Matrix.World([(.video, "a.mov", FixtureMovies.blue)])
        for version in Matrix.versions {
            let history = Matrix.request(Matrix.Cell(version: version), for: world.asset)
            #expect(history.wait(for: 1))
            #expect(history.texts == ["64x48 main"], "\(version)")
        }
        world.end()
    }

    @Test(arguments: [false, true]) func anAssetThatIsGoneIsToldOnce(_ isSynchronous: Bool) throws {
        let world = try Matrix.World(.usual, count: 2)
        defer { world.end() }
        try world.temporary.photoLibrary.performChangesAndWait { PHAssetChangeRequest.deleteAssets([world.asset] as NSFastEnumeration) }
        let place = isSynchronous ? Matrix.History.Place.caller : .main
        func expect(_ expected: Matrix.Expected) {
            for delivery in Matrix.deliveries {
                let history = Matrix.request(Matrix.Cell(delivery: delivery, resize: .exact, isSynchronous: isSynchronous, target: .box(100, 100)), for: world.asset)
                #expect(history.wait(for: 1))
                #expect(history.difference(from: [expected]) == nil, "\(delivery)")
            }
        }
        // In Recently Deleted it still has its picture.
        expect(Matrix.Expected(content: .exactly(Size(width: 100, height: 75)), place: place))
        try world.temporary.purge([world.asset])
        expect(Matrix.Expected(content: .nothing, error: 3201, place: place))
    }

    @Test func aVideoHasNoImageData() throws {
        let world = try Matrix.World([(.video, "a.mov", FixtureMovies.blue)])
        let history = Matrix.requestData(of: world.asset)
        #expect(history.wait(for: 1))
        world.end()
        #expect(history.texts == ["nil error 3306 main"])
    }

    /// Both are stored at creation; what was deleted is made again by the first request that reads the file.
    @Test func derivativesAreThereAndComeBack() throws {
        let world = try Matrix.World(.large)
        func stored() throws -> [CGSize?] {
            let stored = try world.temporary.storedDerivatives(of: world.asset)
            return [stored.thumbnail, stored.preview]
        }
        let both = [CGSize(width: 256, height: 4), CGSize(width: 1440, height: 23)]
        #expect(try stored() == both)
        for target in [PHImageManagerMaximumSize, CGSize(width: 100, height: 100)] {
            try world.dropDerivatives()
            world.temporary.forgetPictures()
            #expect(try stored() == [nil, nil])
            _ = try world.image(target)
            #expect(try stored() == both)
        }
    }

    @Test func memoryThatForgetsStartsAnew() throws {
        let world = try Matrix.World(.usual)
        for _ in 0..<2 {
            for texts in [["256x192 degraded main", "800x600 main"], ["800x600 main"]] {
                let history = Matrix.request(Matrix.Cell(), for: world.asset)
                #expect(history.wait(for: texts.count))
                try world.finish()
                #expect(history.texts == texts)
            }
            world.temporary.forgetPictures()
        }
    }

    @Test func aDiskThatIsGoneIsToldOnce() throws {
        let world = try Matrix.World(.usual)
        try world.temporary.unmount()
        // It is told by itself a moment later; whoever asks hears it at once.
        #expect(world.temporary.photoLibrary.unavailabilityReason != nil)
        for delivery in Matrix.deliveries {
            let history = Matrix.request(Matrix.Cell(delivery: delivery), for: world.asset)
            #expect(history.wait(for: 1))
            #expect(history.texts == ["nil error 3114 main"], "\(delivery)")
        }
        world.end()
    }
}
