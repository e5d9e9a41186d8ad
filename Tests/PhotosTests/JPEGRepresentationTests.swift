import Foundation
@testable import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// Pictures made ready for sending.
    @Suite struct JPEGRepresentations {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private var camera: FixtureImages.Metadata {
            var metadata = FixtureImages.Metadata()
            (metadata.dateTimeOriginal, metadata.offset) = ("2023:11:02 17:04:05", "+02:00")
            (metadata.make, metadata.model) = ("Maker", "Model 5")
            metadata.coordinate = CLLocationCoordinate2D(latitude: -33.8567844, longitude: 151.2152967)
            return metadata
        }

        private func send(_ asset: PHAsset, _ options: JPEGRepresentationOptions = .init()) async throws -> JPEGRepresentation {
            try await PHImageManager().jpegRepresentation(for: asset, options: options)
        }

        /// The file as a library reads it that gets it.
        private func received(_ file: JPEGRepresentation) throws -> PHAsset {
            var identifier = ""
            try fixture.library.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: file.data, options: nil)
                identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
            }
            return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject)
        }

        @Test(arguments: [("+02:00", 7200), ("-03:30", -12600)]) func itTellsWhenWhereAndWithWhat(offset: String, seconds: Int) async throws {
            var metadata = camera
            metadata.offset = offset
            let asset = try fixture.save(metadata: metadata), copy = try received(try await send(asset))
            #expect(copy.creationDate == asset.creationDate && asset.creationDate != nil)
            #expect(copy.record.creationOffset == seconds)
            #expect(copy.record.cameraMake == "Maker" && copy.record.cameraModel == "Model 5")
            let place = try #require(copy.location), original = try #require(asset.location)
            #expect(place.distance(from: original) < 0.01)
            #expect(copy.contentType.identifier == "public.jpeg" && copy.pixelWidth == 64 && copy.pixelHeight == 48)
        }

        @Test func itTellsNoPlaceWhereNotAllowed() async throws {
            let asset = try fixture.save(metadata: camera)
            let file = try await send(asset, JPEGRepresentationOptions(includesLocation: false)), copy = try received(file)
            #expect(copy.location == nil && copy.creationDate == asset.creationDate)
        }

        @Test func itTellsWhatTheLibraryKnowsAndNotWhatTheFileDoes() async throws {
            let asset = try fixture.save(metadata: camera) { request in
                request.creationDate = Date(timeIntervalSinceReferenceDate: 1000)
                request.location = CLLocation(latitude: 47.5, longitude: -8.25)
            }
            let copy = try received(try await send(asset))
            #expect(copy.creationDate == Date(timeIntervalSinceReferenceDate: 1000))
            #expect(try #require(copy.location).distance(from: CLLocation(latitude: 47.5, longitude: -8.25)) < 0.01)
        }

        @Test(arguments: 1...8 as ClosedRange<UInt32>) func itStandsUpright(orientation: UInt32) async throws {
            var metadata = FixtureImages.Metadata()
            metadata.orientation = CGImagePropertyOrientation(rawValue: orientation)
            let file = try await send(try fixture.save(metadata: metadata))
            let isTurned = orientation >= 5
            #expect(file.pixelWidth == (isTurned ? 48 : 64) && file.pixelHeight == (isTurned ? 64 : 48))
            let image = try #require(UIImage(data: file.data))
            #expect(image.imageOrientation == .up && image.size == CGSize(width: file.pixelWidth, height: file.pixelHeight))
            let pixels = try #require(image.cgImage)
            #expect(FixtureImages.corners(of: pixels) == FixtureImages.uprightCorners[Int(orientation)])
        }

        @Test func itsLongerSideIsLimitedAndNeverEnlarged() async throws {
            let asset = try fixture.save(width: 300, height: 200)
            let small = try await send(asset, JPEGRepresentationOptions(longestSide: 150))
            #expect(small.pixelWidth == 150 && small.pixelHeight == 100)
            let whole = try await send(asset, JPEGRepresentationOptions(longestSide: 3000))
            #expect(whole.pixelWidth == 300 && whole.pixelHeight == 200 && whole.compressionQuality == 0.85)
        }

        @Test func itsBytesAreLimitedByQualityThenBySize() async throws {
            let asset = try fixture.save(width: 640, height: 480), whole = try await send(asset)
            let lighter = try await send(asset, JPEGRepresentationOptions(byteLimit: whole.data.count - 100))
            #expect(lighter.data.count <= whole.data.count - 100 && lighter.pixelWidth == 640 && lighter.compressionQuality < 0.85)
            let smaller = try await send(asset, JPEGRepresentationOptions(byteLimit: 2_500))
            #expect(smaller.data.count <= 2_500 && smaller.pixelWidth < 640 && smaller.compressionQuality >= 0.5)
            let failure = await #expect(throws: PHPhotosError.self) { try await send(asset, JPEGRepresentationOptions(byteLimit: 100)) }
            #expect(failure?.code == .limitExceeded)
        }

        @Test func aDamagedFileIsSentAsFarAsItGoesAndSaysSo() async throws {
            let whole = try FixtureImages.jpeg(width: 800, height: 600)
            let file = try fixture.temporary.file("IMG_1.JPG", whole.prefix(whole.count * 6 / 10))
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject), sent = try await send(asset)
            #expect(sent.damage != nil && sent.pixelWidth == 800)
            #expect(try await send(try fixture.save("IMG_2.JPG", seed: 2)).damage == nil)
        }

        @Test func anAssetIsSentAsItIsNow() async throws {
            let asset = try fixture.save(metadata: camera)
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).location = nil }
            #expect(asset.location != nil)
            #expect(try received(try await send(asset)).location == nil)
        }

        @Test func whatIsNotThereIsAnError() async throws {
            let failure = await #expect(throws: PHPhotosError.self) { try await send(PHAsset()) }
            #expect(failure?.code == .identifierNotFound)
            let asset = try fixture.save()
            let cancelled = Task { @Sendable in
                withUnsafeCurrentTask { $0?.cancel() }
                return try await PHImageManager().jpegRepresentation(for: asset)
            }
            await #expect(throws: CancellationError.self) { try await cancelled.value }
        }
    }
}

@Suite struct JPEGSearchTests {
    /// Bytes of a picture that weighs `weight` bytes at full quality.
    private func bytes(_ attempt: JPEGSearch.Attempt, _ weight: Double) -> Int {
        Int(weight * pow(Double(attempt.side) / 4000, 2) * pow(Double(attempt.quality) / 100, 2.5)) + 600
    }

    @Test(arguments: [5_000.0, 500_000, 5_000_000, 50_000_000]) func theBestThatFitsIsFoundInFewAttempts(weight: Double) {
        for limit in [700, 1_000, 1_400, 10_000, 100_000, 250_000, 1_000_000, 2_500_000, 10_000_000, 25_000_000, Int.max] {
            for quality in [1, 30, 50, 53, 85, 100] {
                var search = JPEGSearch(limit: limit, quality: quality, side: 4000), attempts = 0, outcome: JPEGSearch.Step?
                while outcome == nil, attempts < 40 {
                    attempts += 1
                    let step = search.next(after: bytes(search.attempt, weight))
                    if case .attempt = step { continue }
                    outcome = step
                }
                #expect(attempts <= 20)
                guard case .take(let taken) = outcome else {
                    #expect(bytes(.init(quality: min(quality, JPEGSearch.leastQuality), side: JPEGSearch.leastSide), weight) > limit)
                    continue
                }
                #expect(bytes(taken, weight) <= limit && taken.quality <= quality && taken.quality >= min(quality, JPEGSearch.leastQuality))
                // A few steps more would be too much, and a larger picture too.
                if taken.quality + 5 <= quality { #expect(bytes(.init(quality: taken.quality + 5, side: taken.side), weight) > limit) }
                if bytes(.init(quality: min(quality, JPEGSearch.leastQuality), side: 4000), weight) <= limit { #expect(taken.side == 4000) }
            }
        }
    }
}
