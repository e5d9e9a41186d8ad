import Photos
import PhotosTesting
import Testing

/// What each operation ends with under each status. 3310 is accessRestricted, 3311 accessUserDenied, 3201 identifierNotFound.
@Suite struct AuthorizationMatrixTests {
    private static let header = "read add all image data edit outside delete mixed album folder remove"

    private struct Row {
        var name: String
        var outcomes: String
        var arrange: @Sendable (AccessWorld) throws -> Void
    }

    private static let rows: [Row] = [
        Row(name: "nothing decided", outcomes: "authorized authorized 4 ok ok ok ok ok ok ok ok ok") { _ in },
        Row(name: "full", outcomes: "authorized authorized 4 ok ok ok ok ok ok ok ok ok") { try $0.grant(.full) },
        Row(name: "limited", outcomes: "limited authorized 1 ok ok ok 3201 ok 3311 3311 3311 3311") { try $0.grant(.limited([$0.assets[0]])) },
        Row(name: "add only", outcomes: "denied authorized 0 3311 3311 3311 3311 3311 3311 3311 3311 3311") { try $0.grant(.addOnly) },
        Row(name: "denied", outcomes: "denied denied 0 3311 3311 3311 3311 3311 3311 3311 3311 3311") { try $0.grant(.denied) },
        Row(name: "given and taken", outcomes: "authorized authorized 4 ok ok ok ok ok ok ok ok ok") {
            try $0.grant(.denied)
            try $0.temporary.revokeAccess(of: AccessWorld.application)
        },
    ]

    @Test(arguments: rows.indices) func everyOperationEndsAsTheStatusSays(_ index: Int) throws {
        let row = Self.rows[index]
        let world = try AccessWorld()
        // Fetched while nobody has decided anything.
        let (first, last) = (try #require(world.seen(0)), try #require(world.seen(3)))
        try row.arrange(world)
        #expect(try outcomes(world, first, last) == row.outcomes, "\(row.name): \(Self.header)")
    }

    @Test func aPolicyThatRestrictsAndOneThatHasNotAnsweredYet() throws {
        for (decision, status, code) in [(PHAuthorizationDecision.restricted, PHAuthorizationStatus.restricted, "3310"), (nil, .notDetermined, "3311")] {
            let world = try AccessWorld(policy: RecordingPolicy { _, answer in if let decision { answer(decision) } })
            // An application under a policy has seen nothing yet; these are the owner's.
            if decision != nil {
                for level in [PHAccessLevel.readWrite, .addOnly] {
                    let asked = DispatchSemaphore(value: 0)
                    world.viewer.requestAuthorization(for: level) { _ in asked.signal() }
                    asked.wait()
                }
            }
            #expect(world.viewer.authorizationStatus(for: .readWrite) == status)
            #expect(world.viewer.authorizationStatus(for: .addOnly) == status)
            #expect(world.count() == 0)
            let file = try world.temporary.file("new.jpg", FixtureImages.jpeg(seed: 70))
            #expect(world.change { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) } == code)
            #expect(world.change { PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New") } == code)
            #expect(world.count(world.owner) == 4, "the owner sees all, and nothing new")
        }
    }

    private func outcomes(_ world: AccessWorld, _ first: PHAsset, _ last: PHAsset) throws -> String {
        let file = try world.temporary.file("both.jpg", FixtureImages.jpeg(seed: 50))
        var words = ["\(world.viewer.authorizationStatus(for: .readWrite))", "\(world.viewer.authorizationStatus(for: .addOnly))", "\(world.count())"]
        words += [world.image(of: first), world.data(of: first)]
        words.append(world.change { PHAssetChangeRequest(for: first).isFavorite = true })
        words.append(world.change { PHAssetChangeRequest(for: last).isFavorite = true })
        words.append(world.change { PHAssetChangeRequest.deleteAssets([first] as NSFastEnumeration) })
        words.append(
            world.change {
                PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Both")
            })
        words.append(world.change { PHAssetCollectionChangeRequest(for: world.album)?.title = "Journey" })
        words.append(world.change { PHCollectionListChangeRequest(for: world.folder)?.title = "Journeys" })
        words.append(world.change { PHAssetCollectionChangeRequest.deleteAssetCollections([world.album] as NSFastEnumeration) })
        return words.joined(separator: " ")
    }

    @Test func creatingWorksForWhoeverMayAddAndForNobodyElse() throws {
        for (access, outcome, visible) in [
            (TemporaryLibrary.Access.full, "ok", 5), (.limited([]), "ok", 1), (.addOnly, "ok", 0), (.denied, "3311", 0),
        ] {
            let world = try AccessWorld()
            try world.grant(access)
            let file = try world.temporary.file("new.jpg", FixtureImages.jpeg(seed: 60))
            var placeholder: PHObjectPlaceholder?
            #expect(
                world.change {
                    placeholder = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.placeholderForCreatedAsset
                } == outcome)
            #expect(world.count() == visible, "\(access)")
            #expect(world.count(world.owner) == (outcome == "ok" ? 5 : 4))
            let identifier = try #require(placeholder?.localIdentifier)
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: world.options()).count == (visible > 0 ? 1 : 0))
        }
    }

    @Test func aPictureOfARevokedAssetIsRefusedLaterToo() throws {
        let world = try AccessWorld()
        try world.grant(.limited([world.assets[0], world.assets[1]]))
        let (kept, lost) = (try #require(world.seen(0)), try #require(world.seen(1)))
        #expect([world.image(of: kept), world.image(of: lost)] == ["ok", "ok"])
        try world.grant(.limited([world.assets[0]]))
        #expect([world.image(of: kept), world.image(of: lost)] == ["ok", "3201"])
        #expect([world.data(of: kept), world.data(of: lost)] == ["ok", "3201"])
        #expect(PHAssetResource.assetResources(for: lost).isEmpty)
        #expect(PHAssetResource.assetResources(for: kept).count == 1)
        try world.grant(.denied)
        #expect([world.image(of: kept), world.data(of: kept)] == ["3311", "3311"])
        #expect(PHAssetResource.assetResources(for: kept).isEmpty)
    }
}
