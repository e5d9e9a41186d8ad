import Catalog
import Imaging
import PhotoModel

/// Which assets somebody may see.
package enum AssetVisibility: Sendable {
    case all
    /// Those of these rows.
    case only(IDSet)
    /// All but those.
    case except(IDSet)

    package func includes(_ row: Int64) -> Bool {
        switch self {
        case .all: true
        case .only(let rows): rows.contains(row)
        case .except(let rows): !rows.contains(row)
        }
    }
}

/// What was found, and for how long it is good.
struct KnownVisibility {
    var assets: AssetVisibility
    /// Where it was read.
    var position: ChangePosition
    /// When it was read; `nil` where the library has none.
    var stamp: LibraryStamp?
    /// Nothing was decided, and nobody could be asked.
    var isUndecided: Bool
}

/// For a server that answers thousands of requests a second: whether an application may see an asset is a look-up in memory.
extension AccessGate {
    /// Whether each look asks whether anything was committed: any commit may hide a photo, and a client's grant must not be taken back too late.
    private var asksEachTime: Bool { isClient || !showsHidden }

    /// `nil` where it has to be read first. Never waits for the disk; costs a client one system call, by which it knows that nothing was committed.
    package var knownVisibility: AssetVisibility? {
        let stamp: LibraryStamp?
        if asksEachTime {
            stamp = library.changes.stamp
            if stamp == nil { return nil }
        } else {
            stamp = nil
            guard library.changes.hearsEverybody else { return nil }
        }
        let newest = library.catalog.accessPosition
        guard let known = state.withLock({ $0.visible }), asksEachTime ? known.stamp == stamp : known.position >= newest else { return nil }
        return known.isUndecided && hasPolicy ? nil : known.assets
    }

    /// The same, read where it isn't known. Not within a read, whose snapshot may be an older one.
    /// - Throws: what `readingScope` throws.
    package func visibility() throws -> AssetVisibility {
        if let known = knownVisibility { return known }
        if !isClient { watch() }
        // Before reading: what is committed meanwhile makes it out of date.
        let stamp = library.changes.stamp, before = state.withLock { $0.visible }
        let found = try library.read { reader in
            let position = try reader.position
            if var known = before, known.position <= position, try reader.remembers(known.position), try reader.catalog.lastAccessChange(after: known.position) == nil,
                !(known.isUndecided && hasPolicy), try showsHidden || !reader.hasAssetChanges(after: known.position, through: position)
            {
                (known.position, known.stamp) = (position, stamp)
                return known
            }
            let grants = try reader.catalog.accessStatuses(of: application)
            let hidden = try IDSet(showsHidden ? [] : reader.hiddenAssetIDs())
            let assets: AssetVisibility =
                switch try scope(rules(grants).reading) {
                case .everything: hidden.isEmpty ? .all : .except(hidden)
                case .selection: .only(IDSet(try reader.selectedAssetIDs(of: application).filter { !hidden.contains($0) }))
                }
            return KnownVisibility(assets: assets, position: position, stamp: stamp, isUndecided: grants.isEmpty)
        }
        state.withLock { state in
            if state.visible.map({ $0.position <= found.position }) ?? true { state.visible = found }
        }
        return found.assets
    }
}
