import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct CloudIdentifiers {
        let world: World
        init() throws { world = try World() }
        var library: PHPhotoLibrary { .shared() }

        @Test func identifiersMapThereAndBack() throws {
            let days = try world.saveDays(2)
            let local = days.map(\.localIdentifier)
            let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: local)
            #expect(Set(mappings.keys) == Set(local))
            let cloud: [PHCloudIdentifier] = try local.map { try #require(try mappings[$0]?.get()) }
            #expect(Set(cloud).count == 2)
            let back = library.localIdentifierMappings(for: cloud)
            #expect(try cloud.map { try back[$0]?.get() } == local)
            let synced = library.localIdentifierMappings(forSynced: cloud)
            #expect(Set(synced.keys) == Set(cloud))
        }

        @Test func resultsArePerIdentifier() throws {
            let asset = try world.save()
            let stranger = UUID().uuidString + "/L0/001"
            let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: [asset.localIdentifier, stranger])
            #expect(throws: Never.self) { try mappings[asset.localIdentifier]?.get() }
            let error = #expect(throws: PHPhotosError.self) { try mappings[stranger]?.get() }
            #expect(error?.code == .identifierNotFound)
            let known = try #require(try mappings[asset.localIdentifier]?.get())
            let unknown = PHCloudIdentifier(stringValue: UUID().uuidString + ":001:nowhere")
            let back = library.localIdentifierMappings(for: [known, unknown])
            #expect(try back[known]?.get() == asset.localIdentifier)
            #expect((#expect(throws: PHPhotosError.self) { try back[unknown]?.get() })?.code == .identifierNotFound)
        }

        @Test func theyAreStoredAsStrings() throws {
            let asset = try world.save()
            let cloud = try #require(try library.cloudIdentifierMappings(forLocalIdentifiers: [asset.localIdentifier])[asset.localIdentifier]?.get())
            #expect(!cloud.archivalStringValue.isEmpty)
            let fromArchive = try #require(PHCloudIdentifier(archivalStringValue: cloud.archivalStringValue))
            #expect(fromArchive == cloud)
            #expect(fromArchive.hash == cloud.hash)
            #expect(PHCloudIdentifier(stringValue: cloud.stringValue) == cloud)
            #expect(PHCloudIdentifier(archivalStringValue: cloud.stringValue) == cloud, "compatible with stringValue")
            #expect(try library.localIdentifierMappings(for: [fromArchive])[fromArchive]?.get() == asset.localIdentifier)
        }

        @Test func theyAreCodedAndCopied() throws {
            let asset = try world.save()
            let cloud = try #require(try library.cloudIdentifierMappings(forLocalIdentifiers: [asset.localIdentifier])[asset.localIdentifier]?.get())
            let data = try NSKeyedArchiver.archivedData(withRootObject: cloud, requiringSecureCoding: true)
            #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: PHCloudIdentifier.self, from: data) == cloud)
            #expect((cloud.copy() as? PHCloudIdentifier) == cloud)
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            cloud.encode(with: archiver)
            archiver.finishEncoding()
            #expect(PHCloudIdentifier(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)) == cloud)
        }

        @Test func albumsHaveThemToo() throws {
            let album = try world.album("Synced")
            let mapping = library.cloudIdentifierMappings(forLocalIdentifiers: [album.localIdentifier])
            let cloud = try #require(try mapping[album.localIdentifier]?.get())
            #expect(try library.localIdentifierMappings(for: [cloud])[cloud]?.get() == album.localIdentifier)
        }

        #if OPENPHOTOKIT
            /// The forms of macOS 10.13 to 12, with sentinels in the places of what was not found.
            @Test func theOldFormsOfTheMac() throws {
                let asset = try world.save()
                let stranger = UUID().uuidString + "/L0/001"
                let cloud = library.cloudIdentifiers(forLocalIdentifiers: [stranger, asset.localIdentifier])
                #expect(cloud.count == 2)
                #expect(cloud[0] == PHCloudIdentifier.notFound)
                let local = library.localIdentifiers(for: cloud)
                #expect(local == [PHLocalIdentifierNotFound, asset.localIdentifier])
            }
        #endif
    }
}
