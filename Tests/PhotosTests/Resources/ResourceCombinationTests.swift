import Foundation
import Photos
import PhotosTesting
import TestSupport
import Testing

/// All sets of resource types, held against the table of Docs/Behaviour.md.
@Suite struct ResourceCombinationTests {
    private static let types: [PHAssetResourceType] = [
        .photo, .video, .audio, .alternatePhoto, .fullSizePhoto, .fullSizeVideo, .adjustmentData, .adjustmentBasePhoto, .pairedVideo, .fullSizePairedVideo,
        .adjustmentBasePairedVideo, .adjustmentBaseVideo, .photoProxy,
    ]
    /// What may be beside an original, and what that needs in turn.
    private static let table: [(original: PHAssetResourceType, beside: [PHAssetResourceType])] = [
        (.photo, [.alternatePhoto, .photoProxy, .fullSizePhoto, .adjustmentData, .adjustmentBasePhoto, .pairedVideo, .fullSizePairedVideo, .adjustmentBasePairedVideo]),
        (.video, [.fullSizeVideo, .adjustmentData, .adjustmentBaseVideo]), (.audio, []),
    ]
    private static let needs: [PHAssetResourceType: PHAssetResourceType] = [.fullSizePairedVideo: .pairedVideo, .adjustmentBasePairedVideo: .pairedVideo]

    private static func isInTable(_ set: Set<PHAssetResourceType>) -> Bool {
        table.contains { row in
            set.contains(row.original) && set.isSubset(of: row.beside + [row.original]) && set.allSatisfy { needs[$0].map(set.contains) ?? true }
        }
    }

    private func supports(_ types: [PHAssetResourceType]) -> Bool {
        PHAssetCreationRequest.supportsAssetResourceTypes(types.map { NSNumber(value: $0.rawValue) })
    }

    @Test func everySetIsSupportedThatTheTableHas() {
        var supported = 0
        for bits in 0..<1 << Self.types.count {
            let set = Self.types.indices.filter { bits >> $0 & 1 == 1 }.map { Self.types[$0] }
            #expect(supports(set) == Self.isInTable(Set(set)), "\(set)")
            #expect(supports(set.reversed()) == supports(set), "the order says nothing: \(set)")
            if supports(set) { supported += 1 }
        }
        // 5 that a photo may have or not, then no movie, or one with none, one or both of its own edits; 3 of a video; a sound.
        #expect(supported == 32 * (1 + 4) + 8 + 1)
    }

    /// A file that could never be read again.
    @Test func adjustmentDataOfMoreThanSixteenMegabytesIsRefused() throws {
        let temporary = try TemporaryLibrary(), picture = try FixtureImages.jpeg(seed: 1)
        func refusal(_ add: @escaping (PHAssetCreationRequest) -> Void) -> PHPhotosError? {
            let error = #expect(throws: PHPhotosError.self) {
                try temporary.photoLibrary.performChangesAndWait {
                    let request = PHAssetCreationRequest.forAsset()
                    request.addResource(with: .photo, data: picture, options: nil)
                    add(request)
                }
            }
            return error
        }
        for count in [(16 << 20) + 1, 100 << 20] {
            let error = refusal { $0.addResource(with: .adjustmentData, data: Data(count: count), options: nil) }
            #expect(error?.code == .limitExceeded)
        }
        let file = try temporary.file("large.AAE", Data(count: (16 << 20) + 1)), link = temporary.folder.appendingPathComponent("link.AAE")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        for file in [file, link] {
            let error = refusal { $0.addResource(with: .adjustmentData, fileURL: file, options: nil) }
            #expect(error?.code == .limitExceeded && error?.localizedDescription.contains(file.lastPathComponent) == true)
        }
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        #expect(PHAsset.fetchAssets(with: options).count == 0)
    }

    /// The camera's own adjustment data stand beside an edit's.
    @Test func adjustmentDataComesTwiceAtMost() {
        #expect(supports([.photo, .fullSizePhoto, .adjustmentData, .adjustmentData, .pairedVideo]) && supports([.video, .adjustmentData, .adjustmentData]))
        #expect(!supports([.photo, .adjustmentData, .adjustmentData, .adjustmentData]) && !supports([.audio, .adjustmentData, .adjustmentData]))
    }

    @Test func noTypeComesTwiceAndNoneIsUnknown() {
        for row in Self.table {
            for type in [row.original] + row.beside where type != .adjustmentData {
                let set = [row.original, Self.needs[type], type].compactMap { $0 }
                #expect(!supports(set + [type]), "\(type)")
            }
        }
        for number in [0, -1, 13, 20, 1_000, 4_711] { #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([1, NSNumber(value: number)]), "\(number)") }
    }
}
