import Foundation
import LibraryEngine
import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// Bursts that are made and unmade by hand.
    @Suite struct Bursts {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func photos(_ count: Int) throws -> [PHAsset] {
            try (0..<count).map { number in
                try fixture.save("IMG_\(number).JPG", seed: number) { $0.creationDate = Date(timeIntervalSince1970: 1_600_000_000 + Double(number)) }
            }
        }

        private func change(_ body: @escaping () -> Void) throws { try fixture.library.performChangesAndWait(body) }

        private func code(_ body: @escaping () -> Void) -> Int? { (#expect(throws: (any Error).self) { try change(body) } as NSError?)?.code }

        private func now(_ assets: [PHAsset]) throws -> [PHAsset] {
            let options = PHFetchOptions()
            options.includeAllBurstAssets = true
            return try assets.map { try #require(PHAsset.fetchAssets(withLocalIdentifiers: [$0.localIdentifier], options: options).firstObject) }
        }

        /// The indexes of those that albums show.
        private func shown(_ assets: [PHAsset]) -> [Int] {
            let all = Set(PHAsset.fetchAssets(with: nil).all.map(\.localIdentifier))
            return assets.indices.filter { all.contains(assets[$0].localIdentifier) }
        }

        @Test func photosBecomeOneBurstAndLeaveIt() throws {
            let photos = try photos(4)
            try change {
                PHAssetChangeRequest(for: photos[1]).joinBurst(of: photos[0])
                PHAssetChangeRequest(for: photos[2]).joinBurst(of: photos[1])
            }
            let burst = try #require(try now(photos)[0].burstIdentifier)
            #expect(try now(photos).map(\.burstIdentifier) == [burst, burst, burst, nil] && shown(photos) == [0, 3])
            #expect(try now(photos).map(\.representsBurst) == [true, false, false, false])
            let options = PHFetchOptions()
            options.includeAllBurstAssets = true
            #expect(PHAsset.fetchAssets(withBurstIdentifier: burst, options: options).count == 3)
            // Who joins can be picked at once, and stands for all of them then.
            try change {
                let request = PHAssetChangeRequest(for: photos[3])
                request.joinBurst(of: photos[2])
                request.isBurstPick = true
            }
            #expect(try now(photos).allSatisfy { $0.burstIdentifier == burst } && shown(photos) == [3])
            try change { PHAssetChangeRequest(for: photos[3]).leaveBurst() }
            let apart = try now(photos)[3]
            #expect(shown(photos) == [0, 3] && apart.burstIdentifier == nil && apart.burstSelectionTypes.isEmpty && !apart.representsBurst)
            // Of three that are left two leave, so that there is nothing for the last to be a burst with.
            try change {
                PHAssetChangeRequest(for: photos[0]).leaveBurst()
                PHAssetChangeRequest(for: photos[1]).leaveBurst()
            }
            #expect(try now(photos).allSatisfy { $0.burstIdentifier == nil && !$0.representsBurst } && shown(photos) == [0, 1, 2, 3])
            #expect(try fixture.temporary.library.verify().isSound)
        }

        @Test func twoBurstsBecomeTheOtherOnesWithTheirPicks() throws {
            let photos = try photos(5)
            try change {
                PHAssetChangeRequest(for: photos[1]).joinBurst(of: photos[0])
                PHAssetChangeRequest(for: photos[3]).joinBurst(of: photos[2])
                PHAssetChangeRequest(for: photos[3]).isBurstPick = true
            }
            let first = try #require(try now(photos)[0].burstIdentifier)
            #expect(try now(photos)[2].burstIdentifier.map { $0 != first } == true && shown(photos) == [0, 3, 4])
            // The frames that nobody named come along.
            try change { PHAssetChangeRequest(for: photos[2]).joinBurst(of: photos[1]) }
            #expect(try now(photos).map(\.burstIdentifier) == [first, first, first, first, nil] && shown(photos) == [3, 4])
            #expect(try now(photos)[3].burstSelectionTypes.contains(.userPick))
        }

        @Test func whatCannotBeOfABurstFailsAndChangesNothing() throws {
            let photos = try photos(2), video = try fixture.video()
            let notSupported = PHPhotosError.Code.requestNotSupportedForAsset.rawValue, refused = PHPhotosError.Code.changeNotSupported.rawValue
            #expect(code { PHAssetChangeRequest(for: photos[0]).joinBurst(of: video) } == notSupported)
            #expect(code { PHAssetChangeRequest(for: video).joinBurst(of: photos[0]) } == notSupported)
            #expect(code { PHAssetChangeRequest(for: photos[0]).joinBurst(of: photos[0]) } == notSupported)
            #expect(code { PHAssetChangeRequest(for: photos[0]).leaveBurst() } == notSupported)
            #expect(code { PHAssetCreationRequest.forAsset().leaveBurst() } == refused)
            try change { PHAssetChangeRequest.deleteAssets([photos[1]] as NSArray) }
            #expect(code { PHAssetChangeRequest(for: photos[0]).joinBurst(of: photos[1]) } == refused)
            #expect(try now([photos[0]])[0].burstIdentifier == nil)
        }

        /// The files say nothing of it, and another import of them changes nothing.
        @Test func importingTheFilesAgainKeepsTheBurst() throws {
            let photos = try photos(2)
            try change { PHAssetChangeRequest(for: photos[1]).joinBurst(of: photos[0]) }
            let files = (0..<2).map { fixture.temporary.folder.appendingPathComponent("IMG_\($0).JPG").path }
            #expect(try fixture.temporary.library.importer(fixture.temporary.library.importOptions).run(files).duplicates == 2)
            #expect(try now(photos).allSatisfy { $0.burstIdentifier != nil })
        }
    }
}
