import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// Keys beyond Apple's list: albums and places.
    @Suite struct FetchKeys {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func fetch(_ format: String, _ arguments: Any?...) -> [PHAsset] {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: format, argumentArray: arguments.map { $0 ?? NSNull() })
            return PHAsset.fetchAssets(with: options).all
        }

        @Test func assetsAreFetchedByTheirAlbums() throws {
            let assets = try (0..<4).map { try fixture.save("\($0).jpg", seed: $0) }
            let trip = try fixture.createAlbum("Trip", [assets[0], assets[1]])
            _ = try fixture.createAlbum("Home", [assets[1], assets[2]])
            #expect(fetch("ANY album == 'Trip'") == [assets[0], assets[1]])
            #expect(fetch("album CONTAINS %@", "Home") == [assets[1], assets[2]])
            #expect(fetch("ANY album ==[c] 'TRIP' AND NOT ('Home' IN album)") == [assets[0]])
            #expect(fetch("ANY album.localIdentifier == %@", trip.localIdentifier) == [assets[0], assets[1]])
            #expect(fetch("ANY album.localIdentifier IN %@", [trip]) == [assets[0], assets[1]])
            #expect(fetch("album.@count == 0") == [assets[3]])
            #expect(assets[1].value(forKey: "album") as? [String] == ["Trip", "Home"])
            let inMemory = NSPredicate(format: "ANY album == 'Home'")
            #expect(assets.filter { inMemory.evaluate(with: $0) } == [assets[1], assets[2]])
        }

        @Test func assetsAreFetchedByTheirDistance() throws {
            let tower = CLLocation(latitude: 48.858222, longitude: 2.2945)
            let near = try fixture.save("near.jpg", seed: 1) { $0.location = CLLocation(latitude: 48.8600, longitude: 2.2950) }
            let far = try fixture.save("far.jpg", seed: 2) { $0.location = CLLocation(latitude: 48.8738, longitude: 2.2950) }
            let nowhere = try fixture.save("nowhere.jpg", seed: 3)
            let metres = try #require(near.location?.distance(from: tower))
            #expect(metres > 150 && metres < 250)
            #expect(fetch("distance(location, %@) < 1000", tower) == [near])
            #expect(fetch("distance(location, %@) <= %@", tower, metres) == [near], "the same metres as CLLocation's, to the bit")
            #expect(fetch("distance(location, %@) < %@", tower, metres) == [])
            #expect(fetch("distance(location, %@) >= 1000", tower) == [far])
            #expect(fetch("distanceToLocation:fromLocation:(location, %@) < %@", tower, 5_000) == [near, far])
            #expect(fetch("distance(location, {48.858222, 2.2945}) BETWEEN {1000, 5000}") == [far])
            #expect(fetch("location == nil") == [nowhere])
            #expect(fetch("location != nil") == [near, far])
            let inMemory = NSPredicate(format: "distance(location, %@) < 1000", tower)
            #expect([near, far, nowhere].filter { inMemory.evaluate(with: $0) } == [near])
        }

        @Test func transientAlbumsFollowTheSameRules() throws {
            let assets = try (0..<3).map { number in
                try fixture.save("\(number).jpg", seed: number) { $0.location = CLLocation(latitude: Double(number), longitude: 0) }
            }
            _ = try fixture.createAlbum("Trip", [assets[1]])
            let collection = PHAssetCollection.transientAssetCollection(with: assets.reversed(), title: nil)
            for format in [
                "ANY album == 'Trip'", "distance(location, {0, 0}) < 120000", "localIdentifier == '\(assets[2].localIdentifier)'", "SELF IN {'\(assets[0].localIdentifier)'}",
                "filename BEGINSWITH '1'", "mediaSubtype == 0", "rating == nil", "favorite == NO AND fileSize > 0", "location != nil",
            ] {
                let options = PHFetchOptions()
                options.predicate = NSPredicate(format: format)
                let inMemory = Set(PHAsset.fetchAssets(in: collection, options: options).all), stored = Set(PHAsset.fetchAssets(with: options).all)
                #expect(inMemory == stored && !stored.isEmpty, "\(format)")
            }
        }

        @Test func aMistakeIsNamedWithTheKeysThereAre() throws {
            try fixture.save()
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "colour == 1")
            let result = PHAsset.fetchAssets(with: options)
            #expect(result.count == 0)
            let message = try #require(result.error?.localizedDescription)
            for part in ["colour", "creationDate", "album", "location", "keywords"] { #expect(message.contains(part), "\(part) in \(message)") }
        }
    }
}
