import Catalog
import PhotosTesting
import Testing
@testable import LibraryEngine
@testable import Photos

extension ClientTests {
    /// A block that asks for something impossible fails with the reason, and leaves nothing behind.
    @Suite struct ChangeValidation {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private static let impossible: [(name: String, code: PHPhotosError.Code, change: @Sendable (PHAssetChangeRequest) -> Void)] = [
            ("a date that is no number", .changeNotSupported, { $0.creationDate = Date(timeIntervalSinceReferenceDate: .nan) }),
            ("an endless date", .changeNotSupported, { $0.creationDate = Date(timeIntervalSinceReferenceDate: .infinity) }),
            ("a latitude off the globe", .changeNotSupported, { $0.location = CLLocation(latitude: 91, longitude: 0) }),
            (
                "an endless altitude", .changeNotSupported,
                {
                    $0.location = CLLocation(
                        coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 2), altitude: .infinity, horizontalAccuracy: 0, verticalAccuracy: 0, timestamp: Date())
                }
            ),
            ("a longitude off the globe", .changeNotSupported, { $0.location = CLLocation(latitude: 0, longitude: 180.5) }),
            ("a place that is no number", .changeNotSupported, { $0.location = CLLocation(latitude: .nan, longitude: 0) }),
            ("a caption without end", .changeNotSupported, { $0.caption = String(repeating: "x", count: 100_001) }),
            ("a caption with NUL", .changeNotSupported, { $0.caption = "a\0b" }),
            ("an empty keyword", .changeNotSupported, { $0.addKeyword("") }),
            ("a keyword without end", .changeNotSupported, { $0.addKeyword(String(repeating: "x", count: 1_001)) }),
            ("a keyword with NUL", .changeNotSupported, { $0.addKeyword("\0") }),
            ("playing what is no Live Photo", .requestNotSupportedForAsset, { $0.setLivePhotoVideoPlaybackEnabled(false) }),
        ]

        @Test(arguments: impossible.indices) func anImpossibleWishFailsItsBlock(index: Int) throws {
            let wish = Self.impossible[index]
            let asset = try fixture.save()
            let other = try fixture.save("other.jpg", seed: 7)
            let file = try fixture.temporary.file("new.jpg", FixtureImages.jpeg(seed: 8))
            let position = try fixture.temporary.library.read { try $0.position }
            for isNew in [false, true] {
                let error = #expect(throws: PHPhotosError.self, "\(wish.name)") {
                    try fixture.library.performChangesAndWait {
                        PHAssetChangeRequest(for: other).isFavorite = true
                        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Left over")
                        let request = isNew ? PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) : PHAssetChangeRequest(for: asset)
                        if let request { wish.change(request) }
                    }
                }
                #expect(error?.code == wish.code, "\(wish.name)")
            }
            #expect(try fixture.temporary.library.read { try $0.position } == position, "nothing was written")
            #expect(PHAsset.fetchAssets(with: nil).count == 2)
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: [other.localIdentifier], options: nil).firstObject?.isFavorite == false)
            #expect(try leftovers() == [], "no file is left")
        }

        /// Files of the library that belong to no resource, and sessions in staging.
        private func leftovers() throws -> [String] {
            let library = fixture.temporary.library
            var known: Set<String> = []
            try library.catalog.read { reader in
                try reader.forEachResource { if case .managed(let path) = $0.location { known.insert(path) } }
            }
            let originals = try FileManager.default.subpathsOfDirectory(atPath: library.url.appendingPathComponent("originals").path)
                .filter { $0.contains(".") }.map { "originals/" + $0 }
            let staging = try FileManager.default.contentsOfDirectory(atPath: library.url.appendingPathComponent("staging").path).filter { $0 != "gate" }
            return originals.filter { !known.contains($0) } + staging
        }

        @Test func clearingIsNoMistake() throws {
            let asset = try fixture.save { request in
                request.location = CLLocation(latitude: 1, longitude: 2)
                request.caption = "C"
                request.addKeyword("k")
                request.rating = .three
            }
            #expect(asset.rating == .three && asset.location?.coordinate.longitude == 2)
            try fixture.library.performChangesAndWait {
                let request = PHAssetChangeRequest(for: asset)
                #expect(request.caption == "C" && request.rating == .three, "a request begins with what the asset has")
                request.location = CLLocation(latitude: kCLLocationCoordinate2DInvalid.latitude, longitude: kCLLocationCoordinate2DInvalid.longitude)
                request.creationDate = nil
                request.caption = ""
                request.removeKeyword("k")
                request.removeKeyword("never there")
                request.rating = .unset
                #expect(request.caption == "" && request.creationDate == nil && request.rating == .unset)
            }
            let again = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            #expect(again.location == nil && again.creationDate == nil && again.extendedMetadata.caption == nil && again.rating == .unset)
            #expect(again.extendedMetadata.keywords == [])
        }

        @Test func severalRequestsForOneAssetAddUpInTheirOrder() throws {
            let asset = try fixture.save()
            try fixture.library.performChangesAndWait {
                let first = PHAssetChangeRequest(for: asset), second = PHAssetChangeRequest(forAsset: asset)
                second.isFavorite = true
                first.caption = "first"
                second.caption = "second"
                first.addKeyword("a")
                second.addKeyword("b")
                second.removeKeyword("a")
            }
            let again = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            #expect(again.isFavorite && again.extendedMetadata.caption == "second" && again.extendedMetadata.keywords == ["b"])
        }

        @Test func anAssetThatIsGoneOrOfAnotherLibraryIsNotFound() throws {
            let asset = try fixture.save()
            let other = try TemporaryLibrary()
            // Both libraries have a row of this number, whose assets differ.
            for _ in 0..<100 { _ = other.library.environment.makeUUID() }
            try other.insertRecords(1) { _ in (Date(timeIntervalSinceReferenceDate: 0), false) }
            let error = #expect(throws: PHPhotosError.self) { try other.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true } }
            #expect(error?.code == .identifierNotFound)
            try fixture.temporary.purge([asset])
            let gone = #expect(throws: PHPhotosError.self) { try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true } }
            #expect(gone?.code == .identifierNotFound)
        }

        @Test func readsInsideABlockSeeWhatWasThereBefore() throws {
            let asset = try fixture.save()
            var counts: [Int] = []
            try fixture.library.performChangesAndWait {
                PHAssetChangeRequest.deleteAssets([asset] as NSArray)
                counts.append(PHAsset.fetchAssets(with: nil).count)
                let done = DispatchSemaphore(value: 0)
                // Guarded by the semaphore.
                nonisolated(unsafe) var elsewhere = -1
                DispatchQueue.global().async {
                    elsewhere = PHAsset.fetchAssets(with: nil).count
                    done.signal()
                }
                done.wait()
                counts.append(elsewhere)
            }
            counts.append(PHAsset.fetchAssets(with: nil).count)
            #expect(counts == [1, 1, 0])
        }

        @Test func aBlockOfThousandsIsOneChange() throws {
            try fixture.temporary.insertRecords(3_000) { (Date(timeIntervalSinceReferenceDate: Double($0)), false) }
            let all = PHAsset.fetchAssets(with: nil)
            let before = try fixture.temporary.library.read { try $0.position }
            try fixture.library.performChangesAndWait { all.enumerateObjects { asset, _, _ in PHAssetChangeRequest(for: asset).isFavorite = true } }
            let after = try fixture.temporary.library.read { try $0.position }
            #expect(after.rawValue == before.rawValue + 1)
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "favorite == YES")
            #expect(PHAsset.fetchAssets(with: options).count == 3_000)
        }
    }
}
