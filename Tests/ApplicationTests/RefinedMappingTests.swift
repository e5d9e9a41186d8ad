#if OPENPHOTOKIT
    import Foundation
    import Photos
    import SharedWorld
    import Testing

    extension ApplicationTests {
        /// Names that Swift code meets only in old sources: second spellings of the documentation's index, and the mappings before their overlay.
        @Suite struct RefinedNames {
            let world: World
            init() throws { world = try World() }

            @Test func mappingsHoldAnIdentifierOrAnError() throws {
                let asset = try world.save()
                let stranger = UUID().uuidString + "/L0/001"
                let library = PHPhotoLibrary.shared()
                let out: [String: __PHCloudIdentifierMapping] = library.__cloudIdentifierMappings(forLocalIdentifiers: [asset.localIdentifier, stranger])
                let cloud = try #require(out[asset.localIdentifier]?.cloudIdentifier)
                #expect(out[asset.localIdentifier]?.error == nil)
                #expect(out[stranger]?.cloudIdentifier == nil)
                #expect((out[stranger]?.error as? PHPhotosError)?.code == .identifierNotFound)
                let back: [PHCloudIdentifier: __PHLocalIdentifierMapping] = library.__localIdentifierMappings(for: [cloud])
                #expect(back[cloud]?.localIdentifier == asset.localIdentifier)
                #expect(back[cloud]?.error == nil)
            }
        }
    }
#endif
