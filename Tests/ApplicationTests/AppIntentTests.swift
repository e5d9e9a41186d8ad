import AppIntents
import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    /// Assets as parameters of an application's intents.
    @Suite(.timeLimit(.minutes(20))) struct IntentValues {
        let world: World
        init() throws { world = try World() }

        @Test func anAssetIsPresentedByWords() throws {
            let asset = try world.saveDays(1)[0], shown = asset.displayRepresentation
            let type = String(localized: PHAsset.typeDisplayRepresentation.name)
            #expect(!type.isEmpty)
            #expect(!String(localized: shown.title).isEmpty)
            #if OPENPHOTOKIT
                // Apple does not say which words.
                #expect(String(localized: shown.title) == type, "a photo without a title")
                #expect(shown.subtitle.map { String(localized: $0) }?.contains("2022") == true, "when it was taken")
            #endif
        }

        @Test func anAssetIsAValueOfItsOwnThatNothingResolves() {
            let specification: PHAsset.Specification = PHAsset.defaultResolverSpecification
            #expect(specification == EmptyResolverSpecification<PHAsset>())
            #expect(Array(specification).isEmpty)
            let types: [Any.Type] = [PHAsset.ValueType.self, PHAsset.UnwrappedType.self]
            #expect(types.allSatisfy { $0 == PHAsset.self })
            #expect(PHAsset.persistentIdentifier == "Photos.PHAsset", "the fully qualified type name")
        }
    }
}
