import Foundation
import Originals
import PhotoModel

/// A row of the catalogue, or one that a plan adds.
package enum RowReference: Sendable, Hashable {
    case row(Int64)
    /// Numbered by the planner.
    case new(Int)
}

/// What the library knows of the files of a batch: the assets that hold the same bytes, have the same content identifier, or are named by their UUID.
///
/// The planner changes it as it plans, so that a later group sees what earlier ones will have done.
package struct LibrarySnapshot: Sendable {
    package struct Asset: Sendable, Equatable {
        package var reference: RowReference
        package var uuid: UUID
        package var isTrashed = false
        package var contentIdentifier: String?
        package var creationDate: Double?
        package var resources: [Resource] = []

        /// What it is made of; `nil` where no resource says.
        var primaryKind: ResourceType? { resources.first { $0.kind.isPrimary }?.kind }

        func holds(_ kind: ResourceType) -> Bool { resources.contains { $0.kind == kind } }
    }

    package struct Resource: Sendable, Equatable {
        package var reference: RowReference
        package var kind: ResourceType
        package var digest: ContentDigest
        package var bytes: Bytes
        /// Where the library keeps them; `nil` where it does not, and where the place is only planned.
        package var path: String?
        /// Whether they are a part of the asset's picture.
        package var isEmbedded = false
    }

    /// What there is of a resource's bytes.
    package enum Bytes: Sendable { case kept, referenced, lost, rotten }

    /// Of which folders of the user's references may be made, and why of others none may.
    package var roots: [BytePath: Result<ReferenceRoot, ImportFault>] = [:]

    private var assets: [RowReference: Asset] = [:]
    private var holders = Index<ContentDigest>()
    private var halves = Index<String>()
    private var names = Index<UUID>()
    /// Assets that became parts of others.
    private var gone: Set<RowReference> = []
    /// Assets as they were before each change, since the last mark.
    private var past: [(reference: RowReference, asset: Asset?)] = []
    /// Assets that are as the catalogue has them.
    private var unchanged: Set<RowReference> = []
    private var newCount = 0

    package init() {}

    // MARK: Questions

    package subscript(_ reference: RowReference) -> Asset? { assets[reference] }

    package func asset(uuid: UUID) -> Asset? { names[uuid].first.flatMap { assets[$0] } }

    /// Every resource whose file has these bytes and is no text, in the order of its asset's row.
    package func holders(of digest: ContentDigest) -> [(asset: Asset, resource: Resource)] { all(digest).filter { !$0.resource.isEmbedded } }

    /// Every movie with these bytes that is a part of a picture.
    package func embeddedMovies(_ digest: ContentDigest) -> [(asset: Asset, resource: Resource)] { all(digest).filter(\.resource.isEmbedded) }

    private func all(_ digest: ContentDigest) -> [(asset: Asset, resource: Resource)] {
        holders[digest].flatMap { reference in
            guard let asset = assets[reference] else { return [(asset: Asset, resource: Resource)]() }
            return asset.resources.filter { $0.digest == digest && !$0.kind.isAccessory }.map { (asset: asset, resource: $0) }
        }
    }

    /// By their dates.
    package func assets(contentIdentifier: String) -> [Asset] {
        halves[contentIdentifier].compactMap { assets[$0] }.sorted { ($0.creationDate ?? -.infinity) < ($1.creationDate ?? -.infinity) }
    }

    /// Whether the catalogue need not be asked for an asset any more.
    func isKnown(_ reference: RowReference) -> Bool { assets[reference] != nil || gone.contains(reference) }

    // MARK: Changes

    /// For a row that the plan adds.
    mutating func newReference() -> RowReference {
        newCount += 1
        return .new(newCount)
    }

    /// Adds an asset as the catalogue has it.
    package mutating func add(_ asset: Asset) {
        unchanged.insert(asset.reference)
        set(asset, asset.reference)
    }

    /// Changes an asset, or adds one, as the plan does.
    mutating func store(_ asset: Asset) { change(asset.reference, to: asset) }

    /// Takes away an asset that became a part of another.
    mutating func remove(_ reference: RowReference) {
        gone.insert(reference)
        change(reference, to: nil)
    }

    /// From here on changes can be taken back.
    mutating func mark() { past.removeAll(keepingCapacity: true) }

    /// Takes back what was changed since the last mark.
    mutating func rollBack() {
        for (reference, asset) in past.reversed() {
            if asset != nil { gone.remove(reference) }
            set(asset, reference)
        }
        past = []
    }

    /// Keeps only what is planned: the catalogue tells the rest when it is wanted again.
    mutating func forgetUnchanged() {
        for reference in unchanged { set(nil, reference) }
        (unchanged, past) = ([], [])
    }

    private mutating func change(_ reference: RowReference, to asset: Asset?) {
        past.append((reference, assets[reference]))
        unchanged.remove(reference)
        set(asset, reference)
    }

    private mutating func set(_ asset: Asset?, _ reference: RowReference) {
        let before = assets[reference]
        assets[reference] = asset
        holders.move(reference, from: before?.media ?? [], to: asset?.media ?? [])
        halves.move(reference, from: before?.half ?? [], to: asset?.half ?? [])
        names.move(reference, from: before.map { [$0.uuid] } ?? [], to: asset.map { [$0.uuid] } ?? [])
    }
}

extension LibrarySnapshot.Asset {
    /// Texts may be equal beside two pictures, so they tell nothing.
    fileprivate var media: Set<ContentDigest> { Set(resources.lazy.filter { !$0.kind.isAccessory }.map(\.digest)) }
    fileprivate var half: Set<String> { Set([contentIdentifier].compactMap { $0 }) }
}

/// Which assets have a key.
private struct Index<Key: Hashable & Sendable>: Sendable {
    private var references: [Key: [RowReference]] = [:]

    subscript(_ key: Key) -> [RowReference] { references[key] ?? [] }

    mutating func move(_ reference: RowReference, from old: Set<Key>, to new: Set<Key>) {
        for key in old.subtracting(new) {
            references[key]?.removeAll { $0 == reference }
            if references[key]?.isEmpty == true { references[key] = nil }
        }
        for key in new.subtracting(old) { references[key, default: []].append(reference) }
    }
}

/// A SHA-256, in a form that takes no more room than it needs.
package struct ContentDigest: Sendable, Hashable {
    private let first, second: SIMD2<UInt64>

    package init(_ bytes: some Collection<UInt8>) {
        var halves = (SIMD2<UInt64>(), SIMD2<UInt64>())
        withUnsafeMutableBytes(of: &halves) { $0.copyBytes(from: bytes.prefix(32)) }
        (first, second) = halves
    }
}
