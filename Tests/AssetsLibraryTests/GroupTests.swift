import AssetsLibrary
import Foundation
import Photos
import SharedWorld
import Testing

extension AssetsLibraryTests {
    /// How groups are found, and what they say of themselves.
    @Suite(.timeLimit(.minutes(20))) struct Groups {
        let world: World
        let library: ALAssetsLibrary
        init() throws {
            world = try World()
            library = ALAssetsLibrary()
        }

        @Test func groupsComeOneByOneOnTheMainQueueAndThenNil() async throws {
            try world.album("First")
            try world.album("Second")
            let told = await library.told(ALAssetsGroupAll)
            #expect(told.groups.count == 4 && told.groups.last == .some(nil) && told.failure == nil)
            #expect(told.groups.dropFirst().map { $0?.name } == ["First", "Second", nil])
            #expect(told.groups.first??.value(forProperty: ALAssetsGroupPropertyType) as? Int == Int(ALAssetsGroupSavedPhotos))
            #expect(told.wereOnMain)
        }

        @Test func theFlagEndsAnEnumeration() async throws {
            try world.album("First")
            try world.album("Second")
            let library = library
            let names: [String?] = await withCheckedContinuation { done in
                var names: [String?] = []
                library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupAlbum)) { group, stop in
                    names.append(group?.name)
                    stop?.pointee = true
                } failureBlock: { _ in
                    names.append("failed")
                }
                // What comes after it on the library's queue comes after it on the main one, too.
                library.asset(for: nil) { _ in
                    done.resume(returning: names)
                } failureBlock: { _ in
                    done.resume(returning: [])
                }
            }
            #expect(names == ["First"])
        }

        @Test func theFormWithTheConstantsTypeIsTheSame() async throws {
            try world.album("First")
            let library = library
            let names: [String?] = await withCheckedContinuation { done in
                var names: [String?] = []
                library.enumerateGroupsWithTypes(ALAssetsGroupAlbum) { group, _ in
                    names.append(group?.name)
                    if group == nil { done.resume(returning: names) }
                } failureBlock: { _ in
                    done.resume(returning: [])
                }
            }
            #expect(names == ["First", nil])
        }

        @Test func typesChooseAlbumsByWhereTheyCameFrom() async throws {
            let kinds: [(String, PHAssetCollectionSubtype, UInt32)] = [
                ("Mine", .albumRegular, ALAssetsGroupAlbum), ("Synced", .albumSyncedAlbum, ALAssetsGroupAlbum), ("Event", .albumSyncedEvent, ALAssetsGroupEvent),
                ("Camera", .albumImported, ALAssetsGroupEvent), ("Faces", .albumSyncedFaces, ALAssetsGroupFaces),
                ("Stream", .albumMyPhotoStream, ALAssetsGroupPhotoStream), ("Shared", .albumCloudShared, ALAssetsGroupPhotoStream),
            ]
            for (title, subtype, _) in kinds { _ = try world.inventAlbum(title, subtype: subtype) }
            for type in [ALAssetsGroupAlbum, ALAssetsGroupEvent, ALAssetsGroupFaces, ALAssetsGroupPhotoStream] {
                let groups = await library.groups(type)
                #expect(groups.map(\.name) == kinds.filter { $0.2 == type }.map(\.0))
                #expect(groups.allSatisfy { $0.value(forProperty: ALAssetsGroupPropertyType) as? Int == Int(type) })
            }
            #expect(await library.groups(ALAssetsGroupAlbum | ALAssetsGroupFaces).map(\.name) == ["Mine", "Synced", "Faces"])
            #expect(await library.groups(ALAssetsGroupAll).count == 8)
        }

        @Test func syncedAssetsAreAGroupThatOnlyItsOwnTypeFinds() async throws {
            try world.invent(3) { index, facts in facts.source = index == 0 ? .typeUserLibrary : .typeiTunesSynced }
            let synced = try #require(await library.groups(ALAssetsGroupLibrary).first)
            #expect(synced.numberOfAssets() == 2 && synced.assets.count == 2)
            #expect(synced.value(forProperty: ALAssetsGroupPropertyType) as? Int == Int(ALAssetsGroupLibrary))
            #expect(await library.groups(ALAssetsGroupAll).count == 1)
            #expect(try await library.foundGroup(synced.url)?.numberOfAssets() == 2)
        }

        @Test func aGroupIsFoundAgainByItsURL() async throws {
            let album = try world.album("Trip", [world.save()])
            let group = try #require(await library.groups(ALAssetsGroupAlbum).first), url = try #require(group.url)
            let uuid = String(album.localIdentifier.prefix(36))
            #expect(url.absoluteString == "assets-library://group/?id=\(uuid)")
            #expect(group.value(forProperty: ALAssetsGroupPropertyPersistentID) as? String == uuid)
            #expect(try await library.foundGroup(url)?.name == "Trip")
            #expect(try await library.foundGroup(URL(string: url.absoluteString.lowercased()))?.numberOfAssets() == 1)
            #expect(PHAssetCollection.fetchAssetCollections(withALAssetGroupURLs: [url], options: nil).firstObject == album)
            let cameraRoll = try await library.cameraRoll()
            #expect(try await library.foundGroup(cameraRoll.url)?.name == cameraRoll.name)
            #expect(group.value(forProperty: "anything") == nil && group.value(forProperty: nil) == nil)
        }

        @Test func aURLThatNamesNoGroupFindsNone() async throws {
            let asset = try world.save(), uuid = String(asset.localIdentifier.prefix(36))
            let album = try world.album("Gone"), gone = String(album.localIdentifier.prefix(36))
            try await PHPhotoLibrary.shared().performChanges { PHAssetCollectionChangeRequest.deleteAssetCollections([album]) }
            let urls = [
                "assets-library://group/?id=\(UUID().uuidString)", "assets-library://group/?id=\(uuid)", "assets-library://group/?id=\(gone)",
                "assets-library://asset/asset.JPG?id=\(uuid)&ext=JPG", "http://group/?id=\(gone)", "assets-library://group/", "file:///",
            ]
            for url in urls { #expect(try await library.foundGroup(URL(string: url)) == nil, "\(url)") }
            #expect(try await library.foundGroup(nil) == nil)
        }

        @Test func anAlbumIsMadeUnlessItsNameIsTaken() async throws {
            let made = try #require(try await library.madeAlbum("New"))
            #expect(made.name == "New" && made.isEditable && made.numberOfAssets() == 0)
            #expect(made.value(forProperty: ALAssetsGroupPropertyType) as? Int == Int(ALAssetsGroupAlbum))
            #expect(try await library.madeAlbum("New") == nil)
            #expect(try await library.madeAlbum("") == nil)
            #expect(try await library.madeAlbum(nil) == nil)
            #expect(await library.groups(ALAssetsGroupAlbum).count == 1)
        }

        @Test func assetsAreAddedToAlbumsAndNotToTheCameraRoll() async throws {
            let asset = try world.save(), album = try world.album("Trip")
            let cameraRoll = try await library.cameraRoll(), group = try #require(await library.groups(ALAssetsGroupAlbum).first)
            let added = try #require(cameraRoll.assets.first)
            #expect(group.add(added) && group.add(added))
            #expect(PHAsset.fetchAssets(in: album, options: nil).firstObject == asset && group.numberOfAssets() == 1)
            #expect(!cameraRoll.isEditable && !cameraRoll.add(added))
            #expect(!group.add(nil) && !group.add(ALAsset()))
            try await PHPhotoLibrary.shared().performChanges { PHAssetCollectionChangeRequest.deleteAssetCollections([album]) }
            #expect(!group.add(added), "it is not there any more")
        }

        @Test func albumsThatOthersShareCanBeLeftOut() async throws {
            defer { SharedStreams.enable() }
            let album = try world.inventAlbum("Shared", subtype: .albumCloudShared)
            let asset = try #require(try world.invent(1) { _, facts in facts.source = .typeCloudShared }.first)
            let url = URL(string: "assets-library://asset/asset.JPG?id=\(asset.localIdentifier.prefix(36))&ext=JPG")
            #expect(try await library.found(url) != nil)
            #expect(await library.groups(ALAssetsGroupPhotoStream).map(\.name) == ["Shared"])
            ALAssetsLibrary.disableSharedPhotoStreamsSupport()
            #expect(await library.groups(ALAssetsGroupPhotoStream).isEmpty)
            #expect(try await library.found(url) == nil)
            #expect(try await library.foundGroup(URL(string: "assets-library://group/?id=\(album.localIdentifier.prefix(36))")) == nil)
        }
    }
}
