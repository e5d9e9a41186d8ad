import Foundation
import PhotoAsset
import PhotosTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct DraftTests {
    let shelf: Shelf
    let store: DraftStore

    init() throws {
        shelf = try Shelf()
        store = DraftStore(file: shelf.temporary.folder.appendingPathComponent("draft.json"))
    }

    private static func reference(_ number: Int) -> AssetReference {
        AssetReference(String(format: "00000000-0000-0000-0000-%012d", number)) ?? { preconditionFailure() }()
    }

    @Test func aPlainListHasTheLimitOfItsStore() throws {
        let store = DraftStore(file: store.file, limit: 20), assets = (0..<15).map(Self.reference)
        try JSONEncoder().encode(assets.map(\.localIdentifier)).write(to: store.file)
        #expect(try store.load().assets == assets)
        try store.update { _ = $0.append(Self.reference(15)) }
        let kept = try store.load()
        #expect(kept.count == 16 && kept.limit == 20)
    }

    /// Every sequence of up to five steps over three assets and a limit of two, beside an array that does the same.
    @Test func everyShortHistoryIsThatOfAnArray() {
        enum Step: CaseIterable { case add0, add1, add2, remove0, remove1, move0, move1 }
        let (a, b, c) = (Self.reference(0), Self.reference(1), Self.reference(2))
        func run(_ steps: [Step]) {
            var draft = Draft(limit: 2), model: [AssetReference] = []
            for step in steps {
                func add(_ asset: AssetReference) {
                    let fits = model.count < 2 && !model.contains(asset)
                    if fits { model.append(asset) }
                    #expect(draft.append(asset) == fits)
                }
                func remove(_ asset: AssetReference) {
                    #expect(draft.remove(asset) == model.contains(asset))
                    model.removeAll { $0 == asset }
                }
                switch step {
                case .add0: add(a)
                case .add1: add(b)
                case .add2: add(c)
                case .remove0: remove(a)
                case .remove1: remove(b)
                case .move0, .move1:
                    draft.move(a, to: step == .move0 ? 0 : 1)
                    if model.contains(a) {
                        model.removeAll { $0 == a }
                        model.insert(a, at: step == .move0 ? 0 : model.count)
                    }
                }
                guard draft.assets == model, draft.isFull == (model.count == 2), draft.count == model.count else {
                    Issue.record("\(steps): \(draft.assets) is not \(model)")
                    return
                }
            }
        }
        func extend(_ steps: [Step]) {
            run(steps)
            if steps.count < 5 { Step.allCases.forEach { extend(steps + [$0]) } }
        }
        extend([])
    }

    @Test func olderFormsAreRead() throws {
        let (a, b) = (Self.reference(1), Self.reference(2))
        let mixed = [a.assetURL().absoluteString, "what is this", b.localIdentifier, String(a.localIdentifier.prefix(36)), b.assetURL(filenameExtension: "mov").absoluteString]
        var unreadable: [String] = []
        #expect(Draft(saved: mixed, unreadable: { unreadable.append($0) }).assets == [a, b] && unreadable == ["what is this"])
        #expect(Draft(saved: mixed, limit: 1).assets == [a] && Draft(saved: mixed, limit: 1).beyondLimit == [b])
        #expect(try JSONDecoder().decode(Draft.self, from: JSONEncoder().encode(mixed)).assets == [a, b])
        var draft = Draft(limit: 3)
        draft.append(b)
        #expect(try JSONDecoder().decode(Draft.self, from: JSONEncoder().encode(draft)) == draft)
        #expect(try JSONDecoder().decode(Draft.self, from: Data(#"{"assets": []}"#.utf8)) == Draft())
        #expect(Draft(limit: -1).limit == 1 && Draft().limit == 9)
    }

    /// What names no asset is told once, as what was deleted is, and is not lost before.
    @Test func textsThatNameNoAssetAreToldOnce() throws {
        let texts = ["https://example.org/x", "", "assets-library://asset/asset.PNG?id=nonsense&ext=PNG"], a = Self.reference(1)
        try JSONEncoder().encode(texts + [a.localIdentifier]).write(to: store.file)
        #expect(try store.load().unreadable == texts && store.load().assets == [a])
        try store.update { $0.append(Self.reference(2)) }
        #expect(try store.load().unreadable == texts)
        let restored = try store.restore(in: shelf.library)
        #expect(restored.unreadable == texts && restored.deleted == [a, Self.reference(2)])
        #expect(try store.load() == Draft(limit: 9) && store.restore(in: shelf.library).unreadable.isEmpty)
    }

    @Test func aStoreBeginsEmptyAndKeepsWhatChanged() throws {
        #expect(try store.load() == Draft(limit: 9))
        #expect(try store.update { $0.append(Self.reference(1)) })
        #expect(try !store.update { $0.append(Self.reference(1)) })
        #expect(try DraftStore(file: store.file, limit: 3).load().limit == 9, "one that is there keeps its own")
        struct Given: Error {}
        #expect(throws: Given.self) {
            try store.update { draft in
                draft.append(Self.reference(2))
                throw Given()
            }
        }
        #expect(try store.load().assets == [Self.reference(1)])
        try store.clear()
        try store.clear()
        #expect(try store.load() == Draft(limit: 9))
    }

    @Test func whatIsNoDraftIsLeftAsItIs() throws {
        for text in ["", "text", "{}", "[1]", "{\"assets\": 3}"] {
            try Data(text.utf8).write(to: store.file)
            let error = #expect(throws: DraftError.self) { try store.update { $0.append(Self.reference(1)) } }
            #expect(error?.code == .damaged && error?.localizedDescription.contains("draft.json") == true)
            #expect(try Data(contentsOf: store.file) == Data(text.utf8))
        }
        let nowhere = DraftStore(file: shelf.temporary.folder.appendingPathComponent("no/draft.json"))
        let error = #expect(throws: DraftError.self) { try nowhere.update { $0.append(Self.reference(1)) } }
        #expect(error?.code == .cannotWrite)
    }

    /// Each store has a lock file of its own open, as each process has.
    @Test func manyWritersLoseNothing() throws {
        let file = store.file
        DispatchQueue.concurrentPerform(iterations: 8) { writer in
            for number in 0..<5 {
                do {
                    try DraftStore(file: file, limit: 100).update { $0.append(Self.reference(writer * 5 + number)) }
                } catch {
                    Issue.record("\(error)")
                }
            }
        }
        #expect(try Set(store.load().assets) == Set((0..<40).map(Self.reference)))
    }

    private static let program = ProgramRun.products.appending(path: "DraftProgram")

    private func started(_ first: Int, _ count: Int) throws -> Process {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = [store.file.path, String(first), String(count)]
        (process.standardOutput, process.standardInput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        return process
    }

    @Test func severalProcessesLoseNothing() throws {
        // Whoever comes first makes the draft, with its own limit.
        let store = DraftStore(file: store.file, limit: 1000)
        let processes = try (0..<4).map { try started($0 * 25, 25) }
        for number in 100..<110 { try store.update { $0.append(Self.reference(number)) } }
        for process in processes { process.waitUntilExit() }
        #expect(processes.allSatisfy { $0.terminationStatus == 0 })
        let made = Set((0..<100).compactMap { AssetReference(String(format: "00000000-0000-4000-8000-%012d", $0)) })
        #expect(try Set(store.load().assets) == made.union((100..<110).map(Self.reference)))
    }

    /// Whoever is killed while it writes leaves a whole draft, and keeps nobody waiting.
    @Test func aProcessThatIsKilledLeavesAWholeDraft() throws {
        var least = 0
        for round in 0..<8 {
            let process = try started(round * 1000, 900)
            // It has written something by then, and goes on.
            while try store.load().count <= least { sched_yield() }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let draft = try store.load()
            #expect(draft.count > least && draft.assets.count == Set(draft.assets).count)
            try store.update { $0.append(Self.reference(round)) }
            least = try store.load().count
            if least > 900 { break }
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: store.file.deletingLastPathComponent().path).filter { $0.hasPrefix("draft.json") }.sorted() == [
                "draft.json", "draft.json.lock",
            ])
    }

    /// A draft with nine pictures, of which two were deleted, one is hidden and one came from an old URL.
    @Test func deletedPicturesLeaveTheDraftAndAreNamed() throws {
        let assets = try (0..<9).map { try shelf.photo("\($0).jpg", seed: $0) }
        let saved = [assets[8].assetURL.absoluteString] + assets[0..<8].map(\.localIdentifier)
        try JSONEncoder().encode(saved).write(to: store.file)
        let (gone, hidden) = ([assets[2].phAsset, assets[5].phAsset], assets[3].phAsset)
        try shelf.change {
            PHAssetChangeRequest.deleteAssets(gone as NSArray)
            PHAssetChangeRequest(for: hidden).isHidden = true
        }
        let restored = try store.restore(in: shelf.library)
        #expect(restored.assets == [8, 0, 1, 3, 4, 6, 7].map { assets[$0] })
        #expect(restored.deleted == [assets[2].reference, assets[5].reference] && restored.unavailable.isEmpty)
        #expect(try store.load().assets == [8, 0, 1, 3, 4, 6, 7].map { assets[$0].reference })
        #expect(try store.restore(in: shelf.library).deleted.isEmpty)
    }

    /// A draft with twelve pictures and a limit of nine, of which the second and the tenth were deleted.
    @Test func whatIsBeyondTheLimitTakesThePlacesOfTheDeletedOrIsTold() throws {
        let assets = try (0..<12).map { try shelf.photo("\($0).jpg", seed: $0) }, ids = assets.map(\.localIdentifier), gone = [assets[1].phAsset, assets[9].phAsset]
        try JSONEncoder().encode(ids + ids.suffix(2)).write(to: store.file)
        try store.update { draft in
            #expect(draft.isFull && draft.beyondLimit == assets[9...].map(\.reference))
            draft.move(assets[8].reference, to: 0)
        }
        #expect(try store.load().beyondLimit == assets[9...].map(\.reference), "a change loses none of them")
        try shelf.change { PHAssetChangeRequest.deleteAssets(gone as NSArray) }
        try shelf.temporary.grant(.limited([assets[0].phAsset]), to: "app")
        let seen = try store.restore(in: shelf.temporary.photoLibrary(for: "app"))
        #expect(seen.assets == [assets[0]] && seen.unavailable.count == 8 && seen.deleted.isEmpty && seen.beyondLimit == assets[9...].map(\.reference))
        let restored = try store.restore(in: shelf.library)
        #expect(restored.assets == [8, 0, 2, 3, 4, 5, 6, 7, 10].map { assets[$0] })
        #expect(restored.deleted == [assets[1].reference, assets[9].reference] && restored.beyondLimit == [assets[11].reference])
        let kept = try store.load()
        #expect(kept.assets == restored.assets.map(\.reference) && kept.beyondLimit.isEmpty)
        #expect(try store.restore(in: shelf.library).beyondLimit.isEmpty, "it is told once")
    }

    @Test func whatIsBeyondTheLimitMayBeChosenWhereThereIsPlace() {
        var draft = Draft(saved: (0..<4).map { Self.reference($0).localIdentifier }, limit: 3)
        let isTaken = draft.append(Self.reference(3))
        #expect(!isTaken && draft.beyondLimit == [Self.reference(3)])
        draft.remove(Self.reference(0))
        let isTakenNow = draft.append(Self.reference(3))
        #expect(isTakenNow && draft.count == 3 && draft.beyondLimit.isEmpty)
    }

    @Test func whoSeesLessOfTheLibraryDropsNothing() throws {
        let assets = try (0..<3).map { try shelf.photo("\($0).jpg", seed: $0) }, gone = assets[1].phAsset
        try store.update { draft in assets.forEach { draft.append($0.reference) } }
        try shelf.change { PHAssetChangeRequest.deleteAssets([gone] as NSArray) }
        for (access, seen) in [(TemporaryLibrary.Access.limited([assets[0].phAsset]), [assets[0]]), (.denied, []), (.addOnly, [])] {
            try shelf.temporary.grant(access, to: "app")
            let restored = try store.restore(in: shelf.temporary.photoLibrary(for: "app"))
            #expect(restored.assets == seen && restored.deleted.isEmpty)
            #expect(restored.unavailable == assets.filter { !seen.contains($0) }.map(\.reference))
            #expect(try store.load().count == 3)
        }
    }
}
