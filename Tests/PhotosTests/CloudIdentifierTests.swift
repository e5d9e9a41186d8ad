import Photos
import PhotosTesting
import Testing

extension ClientTests {
    @Suite struct CloudIdentifiers {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        /// A second library, with pictures of these seeds.
        private func otherLibrary(_ seeds: [Int]) throws -> (TemporaryLibrary, [PHAsset]) {
            let other = try TemporaryLibrary()
            // The first identifiers are those of the shared library's assets: two devices never have the same.
            for _ in 0..<50 { _ = other.library.environment.makeUUID() }
            for (number, seed) in seeds.enumerated() {
                let file = try other.file("\(number).jpg", FixtureImages.jpeg(seed: seed))
                try other.photoLibrary.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
            }
            let options = PHFetchOptions()
            options.photoLibrary = other.photoLibrary
            return (other, PHAsset.fetchAssets(with: options).all)
        }

        private func cloud(_ object: PHObject, in library: PHPhotoLibrary? = nil) throws -> PHCloudIdentifier {
            let found = (library ?? fixture.library).cloudIdentifierMappings(forLocalIdentifiers: [object.localIdentifier])
            return try #require(found[object.localIdentifier]).get()
        }

        private func code<T>(_ result: Result<T, any Error>?) -> PHPhotosError.Code? {
            if case .failure(let error)? = result { (error as? PHPhotosError)?.code } else { nil }
        }

        @Test func objectsOfEveryKindAreFoundByTheirRecord() throws {
            let asset = try fixture.save()
            let album = try fixture.createAlbum("Trip", [asset])
            var folder = ""
            try fixture.library.performChangesAndWait {
                folder = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "F").placeholderForCreatedCollectionList.localIdentifier
            }
            let favorites = try #require(PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumFavorites, options: nil).firstObject)
            let locals = [asset.localIdentifier, album.localIdentifier, folder, favorites.localIdentifier]
            let clouds = fixture.library.cloudIdentifierMappings(forLocalIdentifiers: locals)
            #expect(clouds.count == 4)
            let identifiers = try locals.map { try #require(clouds[$0]).get() }
            for mappings in [fixture.library.localIdentifierMappings(for: identifiers), fixture.library.localIdentifierMappings(forSynced: identifiers)] {
                #expect(try identifiers.map { try #require(mappings[$0]).get() } == locals)
            }
            #expect(fixture.library.localIdentifiers(for: identifiers + [.notFound]) == locals + [PHLocalIdentifierNotFound])
            #expect(fixture.library.cloudIdentifiers(forLocalIdentifiers: locals + ["nothing"]) == identifiers + [.notFound])
        }

        @Test func anotherLibraryKnowsAnAssetByItsOriginal() throws {
            let asset = try fixture.save("a.jpg", seed: 7), single = try cloud(asset)
            let (other, assets) = try otherLibrary([7, 8])
            let library = other.photoLibrary
            #expect(try #require(library.localIdentifierMappings(for: [single])[single]).get() == assets[0].localIdentifier)
            #expect(code(library.localIdentifierMappings(forSynced: [single])[single]) == .identifierNotFound)
            let missing = try cloud(try fixture.save("b.jpg", seed: 99))
            #expect(code(library.localIdentifierMappings(for: [missing])[missing]) == .identifierNotFound)
            let album = try cloud(try fixture.createAlbum("Only here"))
            #expect(code(library.localIdentifierMappings(for: [album])[album]) == .identifierNotFound)
        }

        @Test func severalAssetsWithOneOriginalAreNamedInTheError() throws {
            let single = try cloud(try fixture.save("a.jpg", seed: 7))
            let (other, assets) = try otherLibrary([7, 7, 8])
            guard case .failure(let error)? = other.photoLibrary.localIdentifierMappings(for: [single])[single] else {
                Issue.record("found one")
                return
            }
            #expect((error as? PHPhotosError)?.code == .multipleIdentifiersFound)
            #expect((error as NSError).userInfo[PHLocalIdentifiersErrorKey] as? [String] == assets.prefix(2).map(\.localIdentifier))
            try other.photoLibrary.performChangesAndWait { PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray) }
            #expect(try #require(other.photoLibrary.localIdentifierMappings(for: [single])[single]).get() == assets[1].localIdentifier, "deleted ones don't count")
            #expect(other.photoLibrary.localIdentifiers(for: [single]) == [assets[1].localIdentifier])
        }

        @Test func hiddenAssetsAreFoundDeletedOnesAreNot() throws {
            let hidden = try fixture.save("a.jpg", seed: 1), deleted = try fixture.save("b.jpg", seed: 2)
            let identifiers = [try cloud(hidden), try cloud(deleted)]
            try fixture.library.performChangesAndWait {
                PHAssetChangeRequest(for: hidden).isHidden = true
                PHAssetChangeRequest.deleteAssets([deleted] as NSArray)
            }
            let found = fixture.library.localIdentifierMappings(for: identifiers)
            #expect(try #require(found[identifiers[0]]).get() == hidden.localIdentifier)
            #expect(code(found[identifiers[1]]) == .identifierNotFound)
            #expect(code(fixture.library.cloudIdentifierMappings(forLocalIdentifiers: [deleted.localIdentifier])[deleted.localIdentifier]) == .identifierNotFound)
        }

        @Test func textsAndArchivesGiveTheSameIdentifierAgain() throws {
            let identifier = try cloud(try fixture.save())
            let text = identifier.archivalStringValue
            #expect(identifier.stringValue == text)
            #expect(PHCloudIdentifier(archivalStringValue: text) == identifier)
            #expect(PHCloudIdentifier(stringValue: text) == identifier)
            #expect(PHCloudIdentifier(stringValue: text).hash == identifier.hash)
            #expect(identifier.copy() as? PHCloudIdentifier == identifier)
            let archive = try NSKeyedArchiver.archivedData(withRootObject: identifier, requiringSecureCoding: true)
            #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: PHCloudIdentifier.self, from: archive) == identifier)
            for garbage in [
                "", "::", "nothing", text + "x", String(text.dropLast()), text.replacingOccurrences(of: ":001:1", with: ":001:2"),
                text.replacingOccurrences(of: ":001:", with: ":040:"),
            ] {
                #expect(PHCloudIdentifier(archivalStringValue: garbage) == nil, "\(garbage)")
                let lost = PHCloudIdentifier(stringValue: garbage)
                #expect(lost.stringValue == garbage)
                #expect(code(fixture.library.localIdentifierMappings(for: [lost])[lost]) == .identifierNotFound)
            }
        }

        /// The form of a text never changes: it lies in other applications' files.
        @Test func theTextOfAnIdentifierIsAsItWasReleased() throws {
            let text = "0B2C41D5-5F4A-4E0A-9C3B-7A1D2E3F4A5B:001:1AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
            #expect(try #require(PHCloudIdentifier(archivalStringValue: text)).archivalStringValue == text)
            #expect(PHCloudIdentifier(archivalStringValue: text.replacingOccurrences(of: "0B2C", with: "0b2c"))?.archivalStringValue == text)
            let album = "0B2C41D5-5F4A-4E0A-9C3B-7A1D2E3F4A5B:040:1"
            #expect(try #require(PHCloudIdentifier(archivalStringValue: album)).stringValue == album)
        }

        @Test func theFormWithoutResultsSaysTheSame() throws {
            let asset = try fixture.save()
            let found = fixture.library.__cloudIdentifierMappings(forLocalIdentifiers: [asset.localIdentifier, "nothing"])
            let identifier = try #require(found[asset.localIdentifier]?.cloudIdentifier)
            #expect(found[asset.localIdentifier]?.error == nil)
            #expect(found["nothing"]?.cloudIdentifier == nil)
            #expect((found["nothing"]?.error as? PHPhotosError)?.code == .identifierNotFound)
            let back = fixture.library.__localIdentifierMappings(for: [identifier, .notFound])
            #expect(back[identifier]?.localIdentifier == asset.localIdentifier)
            #expect((back[.notFound]?.error as? PHPhotosError)?.code == .identifierNotFound)
        }

        @Test func aHundredThousandIdentifiersAreLookedUpInBothDirections() throws {
            try fixture.temporary.insertRecords(100_000) { (Date(timeIntervalSince1970: Double($0)), false) }
            let locals = PHAsset.fetchAssets(with: nil).all.map(\.localIdentifier)
            let clock = ContinuousClock()
            var clouds: [String: Result<PHCloudIdentifier, any Error>] = [:]
            let out = clock.measure { clouds = fixture.library.cloudIdentifierMappings(forLocalIdentifiers: locals) }
            let identifiers = try locals.map { try #require(clouds[$0]).get() }
            var back: [PHCloudIdentifier: Result<String, any Error>] = [:]
            let home = clock.measure { back = fixture.library.localIdentifierMappings(for: identifiers) }
            #expect(try identifiers.map { try #require(back[$0]).get() } == locals)
            // Unoptimized, on a busy machine; a statement compiled for each would take minutes.
            #expect(out + home < .seconds(60), "\(out), \(home)")
            print("100,000 identifiers: to the cloud \(out), back \(home)")
        }
    }
}
