import Foundation
import PhotosUI
import SharedWorld
import Testing

extension PhotosUITests {
    @MainActor @Suite struct Picker {
        let world: World
        let list = PHPickerSessionList()
        let recorder = PickerRecorder()

        init() throws {
            world = try World()
            PHPickerViewController.presenter = list
        }

        private func picker(_ change: (inout PHPickerConfiguration) -> Void = { _ in }) -> PHPickerViewController {
            var configuration = PHPickerConfiguration(photoLibrary: .shared())
            configuration.selectionLimit = 0
            change(&configuration)
            let picker = PHPickerViewController(configuration: configuration)
            picker.delegate = recorder
            return picker
        }

        private func days(_ count: Int) throws -> [String] { try world.invent(count) { _, _ in }.map(\.localIdentifier) }

        @Test func presentingOpensASessionAndConfirmingTellsOnce() throws {
            let days = try days(3), picker = picker(), host = UIViewController()
            #expect(picker.session == nil && picker.address == nil)
            host.present(picker, animated: true)
            let session = try #require(list.sessions.first)
            #expect(session === picker.session && session.state == .open && !session.canConfirm && host.presentedViewController === picker)
            session.address = URL(string: "http://localhost:1/picker")
            #expect(picker.address?.path == "/picker")
            #expect(session.select([days[2], days[0]]).isEmpty && session.canConfirm && session.selection == [days[2], days[0]])
            #expect(session.confirm() == true)
            #expect(session.confirm() == false)
            session.cancel()
            session.select([days[1]])
            #expect(recorder.identifiers == [[days[2], days[0]]] && session.state == .confirmed && list.sessions.isEmpty)
            #expect(host.presentedViewController === picker, "it is not dismissed by itself")
            host.dismiss(animated: true)
            #expect(host.presentedViewController == nil && recorder.calls.count == 1)
        }

        @Test func cancellingGivesAnEmptyList() throws {
            let days = try days(1), picker = picker(), session = picker.open()
            session.select(days)
            session.cancel()
            #expect(recorder.identifiers == [[]] && session.state == .cancelled)
        }

        @Test func whatTheProgramTakesAwayIsToldToNobody() throws {
            let picker = picker(), host = UIViewController()
            host.present(picker, animated: false)
            picker.presentingViewController?.dismiss(animated: false)
            #expect(picker.session?.state == .closed && recorder.calls.isEmpty && list.sessions.isEmpty)
            // It can be presented again, and is another session.
            host.present(picker, animated: false)
            #expect(picker.session?.state == .open && picker.open() === picker.session)
        }

        @Test func withoutALibraryThereAreNoIdentifiers() throws {
            let days = try days(2), picker = PHPickerViewController(configuration: PHPickerConfiguration())
            picker.delegate = recorder
            let session = picker.open()
            session.select([days[0]])
            // One is the limit, and another takes its place.
            session.select([days[1]])
            #expect(session.selection == [days[1]])
            picker.deselectAssets(withIdentifiers: days)
            picker.moveAsset(withIdentifier: days[1], afterAssetWithIdentifier: nil)
            #expect(list.commands.isEmpty && session.confirm() == true)
            #expect(recorder.identifiers == [[nil]])
        }

        @Test func theLimitHolds() throws {
            let days = try days(4), picker = picker { $0.selectionLimit = 2 }, session = picker.open()
            #expect(session.request.selectionLimit == 2 && session.select(days) == [days[2]: .limit(2), days[3]: .limit(2)])
            #expect(session.confirm() == true)
            #expect(recorder.identifiers == [[days[0], days[1]]])
        }

        @Test(arguments: [0, -1]) func noLimitIsNone(limit: Int) throws {
            let days = try days(12), session = picker { $0.selectionLimit = limit }.open()
            #expect(session.select(days).isEmpty && session.selection == days && session.selectionLimit == 0)
        }

        @Test func onlyWhatIsShownCanBePicked() throws {
            let assets = try world.invent(4) { index, facts in
                facts.isHidden = index == 1
                facts.type = index == 2 ? .video : .image
            }.map(\.localIdentifier)
            let deleted = try world.asset(assets[3])
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest.deleteAssets([deleted] as NSArray) }
            let session = picker { $0.filter = .images }.open(), nobody = "00000000-0000-0000-0000-000000000000/L0/001"
            let refused = session.select(assets + ["no identifier", nobody])
            #expect(refused == [assets[1]: .notShown, assets[2]: .notShown, assets[3]: .notShown, "no identifier": .notShown, nobody: .notShown])
            #expect(session.selection == [assets[0]] && session.request.filter == .images)
        }

        @Test func aFilterThatExcludesEverythingLeavesNothing() throws {
            let days = try days(1), session = picker { $0.filter = .any(of: []) }.open()
            #expect(session.select(days) == [days[0]: .notShown] && session.confirm() == false)
            session.cancel()
            #expect(recorder.identifiers == [[]])
        }

        // MARK: Order and continuity

        @Test func orderedResultsComeInTheOrderOfPicking() throws {
            let days = try days(3), picker = picker { $0.selection = .ordered }, session = picker.open()
            #expect(session.request.isOrdered && !session.request.isContinuous)
            session.select([days[1], days[2], days[0]])
            session.move(days[0], after: nil)
            session.move(days[2], after: "unknown")
            #expect(session.confirm() == true)
            #expect(recorder.identifiers == [[days[0], days[1], days[2]]])
        }

        @Test func continuousSelectionTellsOfEveryChange() throws {
            let days = try days(3), picker = picker { $0.selection = .continuousAndOrdered }, session = picker.open()
            #expect(session.request.isOrdered && session.request.isContinuous)
            session.select([days[0]])
            session.select([days[0]])
            session.select([days[1]])
            session.move(days[1], after: nil)
            session.deselect([days[0], days[2]])
            #expect(session.confirm() == true)
            #expect(recorder.identifiers == [[days[0]], [days[0], days[1]], [days[1], days[0]], [days[1]]])
            // The same asset is the same result.
            #expect(recorder.calls[0][0] == recorder.calls[1][0] && recorder.calls[1][0] != recorder.calls[1][1])
            #expect(Set(recorder.calls.joined()).count == 2)
        }

        @Test func aContinuousPickerThatIsCancelledTellsAnEmptyList() throws {
            let days = try days(1), session = picker { $0.selection = .continuous }.open()
            session.select(days)
            session.cancel()
            #expect(recorder.identifiers == [days, []])
        }

        @Test func aWholeChoiceComesAtOnce() throws {
            let days = try days(4), session = picker { ($0.selection, $0.selectionLimit) = (.continuousAndOrdered, 3) }.open()
            session.select([days[0], days[1]])
            #expect(session.setSelection([days[1], days[3], days[0], days[2]]) == [days[2]: .limit(3)])
            #expect(session.setSelection([days[1], days[3], days[0]]).isEmpty)
            #expect(recorder.identifiers == [[days[0], days[1]], [days[1], days[3], days[0]]])
        }

        // MARK: Preselection

        @Test func whatWasPreselectedComesBackAsAnIdentifierAlone() throws {
            let kept = try world.save("IMG_1.JPG", seed: 1), new = try world.save("IMG_2.JPG", seed: 2)
            let picker = picker { $0.preselectedAssetIdentifiers = [kept.localIdentifier, "unknown", kept.localIdentifier] }, session = picker.open()
            #expect(session.selection == [kept.localIdentifier])
            session.select([new.localIdentifier])
            #expect(session.confirm() == true)
            let results = try #require(recorder.calls.first)
            #expect(results.map(\.assetIdentifier) == [kept.localIdentifier, new.localIdentifier])
            #expect(results[0].itemProvider.registeredTypeIdentifiers.isEmpty && results[1].itemProvider.hasItemConformingToTypeIdentifier("public.jpeg"))
        }

        @Test func moreThanTheLimitMayBePreselected() throws {
            let days = try days(3), session = picker { ($0.preselectedAssetIdentifiers, $0.selectionLimit) = (days, 2) }.open()
            #expect(session.selection == days && session.confirm() == false)
            session.deselect([days[1]])
            #expect(session.confirm() == true)
            #expect(recorder.identifiers == [[days[0], days[2]]])
        }

        @Test func preselectionCanBeTakenOutWholeAndIsBackAfterACancellation() throws {
            let days = try days(2)
            let emptied = picker { $0.preselectedAssetIdentifiers = days }.open()
            emptied.deselect(days)
            #expect(emptied.confirm() == true)
            let cancelled = picker { $0.preselectedAssetIdentifiers = days }.open()
            cancelled.deselect([days[0]])
            cancelled.cancel()
            #expect(recorder.identifiers == [[], days])
        }

        @Test func preselectionNeedsALibraryAndMoreThanOne() throws {
            let days = try days(1)
            #expect(picker { ($0.preselectedAssetIdentifiers, $0.selectionLimit) = (days, 1) }.open().selection.isEmpty)
            var configuration = PHPickerConfiguration()
            (configuration.preselectedAssetIdentifiers, configuration.selectionLimit) = (days, 0)
            #expect(PHPickerViewController(configuration: configuration).open().selection.isEmpty)
        }

        // MARK: While it is open

        @Test func aProgramChangesWhatIsOpen() throws {
            let days = try days(3), picker = picker { $0.selection = .continuous }, session = picker.open()
            session.select(days)
            var update = PHPickerConfiguration.Update()
            (update.selectionLimit, update.searchText, update.edgesWithoutContentMargins) = (2, PHPickerSearchText("sea"), .all)
            picker.updatePicker(using: update)
            #expect(session.selection == days && !session.canConfirm, "what is picked stays")
            picker.deselectAssets(withIdentifiers: ["unknown", days[0]])
            picker.deselectAssets(withIdentifiers: [days[0]])
            #expect(session.canConfirm && session.selectionLimit == 2)
            picker.moveAsset(withIdentifier: days[2], afterAssetWithIdentifier: nil)
            picker.moveAsset(withIdentifier: days[2], afterAssetWithIdentifier: "unknown")
            picker.moveAsset(withIdentifier: days[0], afterAssetWithIdentifier: days[1])
            picker.updatePicker(using: .init())
            picker.scrollToInitialPosition()
            picker.zoomIn()
            picker.zoomOut()
            #expect(
                list.commands == [
                    .limit(2), .edges(.all), .search(PHPickerSearchText("sea")), .deselected([days[0]]), .moved(days[2], after: nil), .scrollToInitialPosition, .zoomIn, .zoomOut,
                ])
            #expect(recorder.calls.count == 1, "the delegate hears of the person's changes alone")
            #expect(picker.configuration.selectionLimit == 0, "the configuration is the one it was made with")
            #expect(session.confirm() == true)
            picker.zoomIn()
            #expect(session.selection == [days[2], days[1]])
        }

        @Test func beforeItIsOpenNothingIsAsked() {
            let picker = picker()
            picker.zoomIn()
            picker.deselectAssets(withIdentifiers: ["a"])
            picker.updatePicker(using: .init())
            #expect(list.commands.isEmpty && picker.session == nil)
        }

        @Test func whatIsAskedForArrives() throws {
            let request = picker {
                ($0.mode, $0.disabledCapabilities, $0.searchText) = (.compact, [.search, .stagingArea], PHPickerSearchText("sea"))
                ($0.preferredAssetRepresentationMode, $0.edgesWithoutContentMargins) = (.current, .leading)
            }.open().request
            #expect(request.mode == .compact && request.disabledCapabilities == [.search, .stagingArea] && request.searchText?.string == "sea")
            #expect(request.representation == .current && request.edgesWithoutContentMargins == .leading && request.purpose == .picking && request.title == nil)
        }

        // MARK: The library meanwhile

        /// Waits for the library's change to reach the main queue.
        private func until(_ condition: @MainActor () -> Bool) async {
            while !condition() { await Task.yield() }
        }

        @Test(.timeLimit(.minutes(20))) func whatIsDeletedIsNotPickedAndComesBack() async throws {
            let assets = try world.saveDays(3), days = assets.map(\.localIdentifier), session = picker { $0.selection = .continuous }.open()
            session.select(days)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest.deleteAssets([assets[1]] as NSArray) }
            await until { session.selection.count == 2 }
            #expect(session.selection == [days[0], days[2]])
            try world.temporary.restore([assets[1]])
            await until { session.selection.count == 3 }
            #expect(session.selection == days)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: assets[2]).isHidden = true }
            await until { session.selection.count == 2 }
            #expect(recorder.identifiers == [days, [days[0], days[2]], days, [days[0], days[1]]])
        }

        @Test func whatWentAMomentAgoIsNotGivenOut() throws {
            let assets = try world.saveDays(2), session = picker().open()
            session.select(assets.map(\.localIdentifier))
            // The main queue has not heard of it.
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray) }
            #expect(session.confirm() == true)
            #expect(recorder.identifiers == [[assets[1].localIdentifier]])
        }

        @Test func theDelegateIsNotKept() throws {
            let picker = picker()
            do {
                let recorder = PickerRecorder()
                picker.delegate = recorder
            }
            #expect(picker.delegate == nil)
            picker.open().cancel()
        }

        // MARK: Access

        @Test func whoIsDeniedPicksFromTheWholeLibraryAndGetsWhatWasPicked() async throws {
            let assets = try world.saveDays(2), original = try Data(contentsOf: world.jpeg("same.jpg", seed: 1))
            world.newcomer(answered: .nothing)
            #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .denied)
            let session = picker().open()
            #expect(session.select([assets[1].localIdentifier]).isEmpty && session.confirm() == true)
            let result = try #require(recorder.calls.first?.first)
            #expect(try await result.itemProvider.data(.jpeg) == original)
            #expect(result.assetIdentifier == assets[1].localIdentifier)
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: [assets[1].localIdentifier], options: nil).count == 0, "picking gives no access")
        }

        @Test func whoIsLimitedIsAsLimitedAfterwards() async throws {
            let assets = try world.saveDays(3)
            world.newcomer(answered: .only([assets[0]]))
            #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .limited)
            let session = picker().open()
            #expect(session.select([assets[2].localIdentifier]).isEmpty && session.confirm() == true)
            #expect(recorder.identifiers == [[assets[2].localIdentifier]])
            #expect(try PHPhotoLibrary.shared().limitedSelection() == [assets[0].localIdentifier] && PHAsset.fetchAssets(with: nil).count == 1)
        }

        @Test func pickingAsksForNothing() throws {
            let assets = try world.saveDays(1)
            world.newcomer(answered: .silence)
            let session = picker().open()
            #expect(session.select([assets[0].localIdentifier]).isEmpty && session.confirm() == true)
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .notDetermined)
        }

        @Test func aLibraryThatIsGoneShowsNothing() throws {
            try world.temporary.unmount()
            let picker = picker(), session = picker.open()
            #expect(session.state == .failed && (session.failure as? PHPhotosError)?.code == .libraryVolumeOffline && recorder.identifiers == [[]])
        }

        @Test func aPresenterThatFailsEndsThePicker() {
            let picker = picker(), session = picker.open()
            session.fail(PHPhotosError(.internalError, userInfo: [NSLocalizedDescriptionKey: "There is no browser."]))
            session.fail(PHPhotosError(.networkError))
            #expect(session.state == .failed && (session.failure as? PHPhotosError)?.code == .internalError && recorder.identifiers == [[]])
        }

        // MARK: The limited selection

        @Test func aPersonChoosesWhatALimitedProgramSees() async throws {
            let assets = try world.saveDays(3), days = assets.map(\.localIdentifier)
            world.newcomer(answered: .only([assets[0]]))
            #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .limited)
            let host = UIViewController(), library = PHPhotoLibrary.shared()
            async let new = library.presentLimitedLibraryPicker(from: host)
            await until { !list.sessions.isEmpty }
            let session = try #require(list.sessions.first)
            #expect(session.request.purpose == .limitedLibrary && session.selection == [days[0]] && session.selectionLimit == 0)
            session.deselect([days[0]])
            session.select([days[2], days[1]])
            #expect(session.confirm() == true)
            #expect(await Set(new) == [days[1], days[2]] && host.presentedViewController == nil && list.sessions.isEmpty)
            #expect(try Set(library.limitedSelection() ?? []) == [days[1], days[2]])
            let seen = PHAsset.fetchAssets(with: nil)
            #expect(seen.count == 2)
        }

        @Test func aCancelledChoiceStays() async throws {
            let assets = try world.saveDays(2)
            world.newcomer(answered: .only([assets[0]]))
            _ = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
            let host = UIViewController()
            let new: [String] = await withCheckedContinuation { done in
                PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: host) {
                    dispatchPrecondition(condition: .onQueue(.main))
                    done.resume(returning: $0)
                }
                list.sessions.first?.select([assets[1].localIdentifier])
                list.sessions.first?.cancel()
            }
            #expect(new.isEmpty && host.presentedViewController == nil)
            #expect(try PHPhotoLibrary.shared().limitedSelection() == [assets[0].localIdentifier])
            // Dismissed by the program is cancelled.
            func present() { PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: host) }
            present()
            #expect(list.sessions.count == 1)
            host.dismiss(animated: false)
            #expect(list.sessions.isEmpty)
        }

        @Test func whoIsNotLimitedIsAskedNothing() async throws {
            let host = UIViewController()
            let new = await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: host)
            #expect(new.isEmpty && host.presentedViewController == nil && list.sessions.isEmpty)
        }
    }
}
