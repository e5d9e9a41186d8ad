import Foundation
import Metadata
import Originals
import PhotoModel
import Testing

@testable import Importing

/// The planner over every small world: any files of one picture come to a library that has any others of them, in every state that those can be in.
@Suite("Plans over small worlds") struct ImportPlannerTests {
    private static let pool: [(String, MediaFacts)] = [
        ("IMG_1.HEIC", motionPhoto), ("IMG_1.MOV", .movie(content: "A")), ("IMG_1.DNG", .photo("com.adobe.raw-image")),
        ("IMG_E1.HEIC", .photo("public.heic", width: 80)), ("IMG_E1.JPG", .photo(width: 70)), ("IMG_1.AAE", .adjustment()),
    ]
    /// With a movie in its file, beside which its other half may come all the same.
    private static let motionPhoto: MediaFacts = {
        var facts = MediaFacts.photo("public.heic", content: "A")
        facts.embeddedMovie = EmbeddedMovie(range: 4..<20, uniformType: "public.mpeg-4")
        return facts
    }()
    private static let subsets = Array(0..<(1 << pool.count))

    /// What became of the bytes that the library had, or of its assets.
    private enum Fate: String, CaseIterable { case sound, firstLost, lost, rotten, referenced, trashed, trashedAndLost }

    private let world: World
    private let files: [IntakeFile]

    init() throws {
        let world = try World()
        self.world = world
        files = try Self.pool.map { name, facts in
            let url = try world.add(name, facts)
            let staged = try StagingSession.hashOnly(SourceFile(opening: BytePath(url.path)), onBytes: { _ in })
            return IntakeFile(path: BytePath(url.path), staged: staged, isKnown: false, facts: facts, movie: try IntakeMovie(facts.embeddedMovie, in: staged))
        }
    }

    @Test(arguments: subsets) func everyWorldEndsWholeAndPlanningAgainChangesNothing(_ present: Int) throws {
        var faults: [String] = []
        for storage in [StorageMode.copy, .reference] {
            for fate in Fate.allCases where storage == .copy || fate == .sound || fate == .trashed {
                let library = try library(of: present, storage, fate)
                for coming in Self.subsets {
                    let label = "\(names(coming)) into \(names(present)), \(fate.rawValue), \(storage)"
                    faults += check(coming, library, storage).map { "\(label): \($0)" }
                }
            }
        }
        #expect(faults.isEmpty, "\(faults.count) faults, of which the first are \(faults.prefix(12).joined(separator: "\n"))")
    }

    @Test func aGroupOfWhichAFileIsGoneFailsWholeAndLeavesTheSnapshotAsItWas() throws {
        for bits in Self.subsets where bits & 1 != 0 {
            var planner = planner(LibrarySnapshot(), .copy)
            // It was known when it was read, so nothing was kept of it; then somebody purged it.
            planner.plan(group(bits, ModelLibrary(), .copy, known: 0))
            let report = ImportReport(planner.actions)
            #expect((report.failed.count, report.found) == (bits.nonzeroBitCount, bits.nonzeroBitCount), "\(names(bits))")
            #expect(Set(report.failed.map(\.code)) == ["changedMeanwhile"], "\(names(bits))")
            #expect(files.allSatisfy { planner.snapshot.holders(of: $0.digest).isEmpty }, "\(names(bits))")
        }
    }

    @Test func whatIsNotPlannedIsForgottenAndWhatIsStays() throws {
        let library = try library(of: 0b000001, .copy, .sound)
        var planner = planner(library.snapshot, .copy)
        planner.plan(group(0b000100, library, .copy))
        var snapshot = planner.snapshot
        snapshot.forgetUnchanged()
        #expect(snapshot.holders(of: files[0].digest).isEmpty, "the catalogue tells it again")
        #expect(snapshot.holders(of: files[2].digest).count == 1)
    }

    // MARK: Worlds

    private func names(_ bits: Int) -> String { "\(Self.pool.indices.filter { bits & 1 << $0 != 0 }.map { Self.pool[$0].0 })" }

    private func planner(_ snapshot: LibrarySnapshot, _ storage: StorageMode) -> ImportPlanner {
        var options = ImportOptions()
        options.storage = storage
        var planner = ImportPlanner(options, now: Date(timeIntervalSinceReferenceDate: 800_000_000), makeUUID: { UUID() }, snapshot: snapshot)
        let root = BytePath(world.source.path)
        planner.snapshot.roots = [root: .success(ReferenceRoot.unmarked(root, UUID()))]
        return planner
    }

    /// - Parameter known: a file that is taken for known, whatever the library has.
    private func group(_ bits: Int, _ library: ModelLibrary, _ storage: StorageMode, known: Int? = nil) -> GroupOutcome {
        var group = GroupOutcome(root: BytePath(world.source.path))
        for index in files.indices where bits & 1 << index != 0 {
            var file = files[index]
            let bytes = library.resources.filter { $0.digest == file.digest }.map(\.bytes)
            file.isKnown = index == known || !file.isAccessory && (storage == .reference ? !bytes.isEmpty : bytes.contains(.kept) && !bytes.contains(.rotten))
            group.files.append(file)
        }
        group.match = MatchResult(of: group.files)
        return group
    }

    private func library(of bits: Int, _ storage: StorageMode, _ fate: Fate) throws -> ModelLibrary {
        var planner = planner(LibrarySnapshot(), storage)
        planner.plan(group(bits, ModelLibrary(), storage))
        var planned = ModelLibrary()
        for action in planner.actions { planned.perform(action) }
        // As the catalogue would have it.
        var (library, row) = (ModelLibrary(), Int64(0))
        for var asset in planned.ordered {
            row += 1
            asset.reference = .row(row)
            asset.isTrashed = fate == .trashed || fate == .trashedAndLost
            for index in asset.resources.indices {
                row += 1
                asset.resources[index].reference = .row(row)
                asset.resources[index].path = storage == .reference ? nil : "originals/\(row)"
                guard storage == .copy else { continue }
                switch fate {
                case .sound, .trashed: break
                case .firstLost: if index == 0 { asset.resources[index].bytes = .lost }
                case .lost, .trashedAndLost: asset.resources[index].bytes = .lost
                case .rotten: asset.resources[index].bytes = .rotten
                case .referenced: (asset.resources[index].bytes, asset.resources[index].path) = (.referenced, nil)
                }
            }
            for index in asset.resources.indices where asset.resources[index].isEmbedded {
                guard let picture = asset.resources.first(where: { $0.kind == .photo }) else { continue }
                (asset.resources[index].path, asset.resources[index].bytes) = (picture.path, picture.bytes == .rotten ? .kept : picture.bytes)
            }
            library.assets[asset.reference] = asset
        }
        return library
    }

    // MARK: What must hold

    private func check(_ bits: Int, _ library: ModelLibrary, _ storage: StorageMode) -> [String] {
        var faults: [String] = []
        func expect(_ holds: Bool, _ what: String) { if !holds { faults.append(what) } }
        var first = planner(library.snapshot, storage)
        first.plan(group(bits, library, storage))
        var after = library
        for action in first.actions { after.perform(action) }
        faults += after.faults
        let report = ImportReport(first.actions)
        expect(report.found == bits.nonzeroBitCount && report.failed.isEmpty, "\(report.found) of \(bits.nonzeroBitCount) files are told of")
        for asset in after.ordered {
            expect(first.snapshot[asset.reference]?.resources == asset.resources, "the snapshot says another thing of \(asset.reference) than the actions do")
            if let fault = ResourceCombination.fault(of: asset.resources.map(\.kind)) { expect(false, fault) }
        }
        for (reference, asset) in library.assets {
            let now = after.assets[reference]
            if asset.isTrashed { expect(now?.resources.map(\.kind) == asset.resources.map(\.kind), "what is in Recently Deleted was changed") }
            let contents = Set(asset.resources.filter { !$0.isEmbedded }.map(\.digest))
            expect(after.ordered.contains { contents.isSubset(of: $0.resources.map(\.digest)) }, "\(reference) lost a part")
        }
        let primaries = after.ordered.filter { !$0.isTrashed }.compactMap { $0.resources.first { $0.kind.isPrimary }?.digest }
        expect(Set(primaries).count == primaries.count, "two living assets are made of one content")
        let skipped = Set(report.skips.map(\.path))
        for index in files.indices where bits & 1 << index != 0 && !skipped.contains(files[index].path.text) {
            let held = after.resources.filter { $0.digest == files[index].digest }
            expect(held.contains { storage == .reference || $0.bytes == .kept || files[index].isAccessory }, "\(files[index].name) is told of and not kept")
        }
        var again = planner(after.snapshot, storage)
        again.plan(group(bits, after, storage))
        let second = ImportReport(again.actions)
        expect(second.imported + second.attached + second.healed == 0, "the second time \(second.imported) come in, \(second.attached) join, \(second.healed) heal")
        expect(second.duplicates + second.skipped == bits.nonzeroBitCount, "the second time not all are known")
        return faults
    }
}

/// What actions make of a library, as simply as it can be said.
private struct ModelLibrary {
    var assets: [RowReference: LibrarySnapshot.Asset] = [:]
    var faults: [String] = []
    private var named: Set<BytePath> = []

    var ordered: [LibrarySnapshot.Asset] { assets.values.sorted { "\($0.reference)" < "\($1.reference)" } }
    var resources: [LibrarySnapshot.Resource] { assets.values.flatMap(\.resources) }

    var snapshot: LibrarySnapshot {
        var snapshot = LibrarySnapshot()
        for asset in ordered { snapshot.add(asset) }
        return snapshot
    }

    private func resource(_ reference: RowReference) -> LibrarySnapshot.Resource? { resources.first { $0.reference == reference } }

    private mutating func change(_ reference: RowReference, _ body: (inout LibrarySnapshot.Resource) -> Void) {
        guard let host = assets.values.first(where: { $0.resources.contains { $0.reference == reference } }) else { return faults.append("\(reference) is nowhere") }
        for index in host.resources.indices where host.resources[index].reference == reference { body(&assets[host.reference]!.resources[index]) }
    }

    /// - Parameter others: those before it of an asset that is being made.
    private mutating func made(_ new: NewResource, after others: [LibrarySnapshot.Resource] = []) -> LibrarySnapshot.Resource {
        var made = LibrarySnapshot.Resource(reference: new.reference, kind: new.kind, digest: new.file.digest, bytes: .kept, path: nil)
        switch new.bytes {
        case .kept: name(new.file)
        case .referenced: made.bytes = .referenced
        case .shared(let other):
            guard let shared = resource(other), shared.digest == made.digest else {
                faults.append("\(new.reference) shares what is not there")
                break
            }
            (made.bytes, made.path) = (shared.bytes, shared.path)
        case .embedded(let movie, let reference):
            guard let picture = others.first(where: { $0.reference == reference }) ?? resource(reference), picture.digest == made.digest else {
                faults.append("\(new.reference) is a part of what is not there")
                break
            }
            (made.digest, made.isEmbedded, made.bytes, made.path) = (movie.digest, true, picture.bytes, picture.path)
        }
        return made
    }

    private mutating func name(_ file: IntakeFile) {
        if !named.insert(file.path).inserted { faults.append("\(file.name) gets two names") }
        if file.isKnown { faults.append("\(file.name) was not kept and gets a name") }
    }

    mutating func perform(_ action: ImportAction) {
        switch action {
        case .create(let new):
            if assets.values.contains(where: { $0.uuid == new.record.uuid }) { faults.append("two assets have one UUID") }
            var resources: [LibrarySnapshot.Resource] = []
            for resource in new.resources { resources.append(made(resource, after: resources)) }
            assets[new.reference] = LibrarySnapshot.Asset(
                reference: new.reference, uuid: new.record.uuid, contentIdentifier: new.record.contentIdentifier, resources: resources)
        case .attach(let new, let asset):
            let resource = made(new)
            if assets[asset] == nil { faults.append("\(asset) is nowhere") }
            assets[asset]?.resources.append(resource)
        case .keep(let new, let resource, _):
            let kept = made(new)
            change(resource) { ($0.bytes, $0.path) = (kept.bytes, kept.path) }
        case .heal(let resource, let file):
            name(file)
            let path = self.resource(resource)?.path
            for healed in resources where healed.path == path { change(healed.reference) { $0.bytes = .kept } }
        case .setKind(let kind, let resource): change(resource) { $0.kind = kind }
        case .absorb(let old, let target, let moving):
            for (from, to) in moving {
                guard var resource = resource(from) else { return faults.append("\(from) is nowhere") }
                resource.reference = to
                assets[target]?.resources.append(resource)
            }
            if assets[target] == nil || assets.removeValue(forKey: old) == nil { faults.append("\(old) is absorbed by \(target)") }
        case .trash(let asset): assets[asset]?.isTrashed = true
        case .describe(let asset, _, _, _), .becomeLivePhoto(let asset, _), .merge(_, let asset), .addToAlbum(_, let asset), .replaceRendition(_, let asset):
            if assets[asset] == nil { faults.append("\(asset) is nowhere") }
        case .makeCollection, .duplicate, .skip, .fail: break
        }
    }
}
