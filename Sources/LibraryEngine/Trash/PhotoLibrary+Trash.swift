import Catalog
import Foundation

extension PhotoLibrary {
    /// Seconds that an asset stays in Recently Deleted.
    package static let trashPeriod: TimeInterval = 30 * 86_400

    /// At opening. What was found in Recently Deleted from look to look for its time and a week more is removed for good.
    /// - Parameter isInStep: whether what other machines did is known; a library that is shared is cleared only then.
    func clearRecentlyDeleted(isInStep: Bool = false) {
        let now = environment.now().timeIntervalSinceReferenceDate
        do {
            // Nothing is written, and no writer waited for, where there is nothing to do.
            guard try catalog.read({ try $0.hasTrash && (isInStep || $0.syncProgress() == nil) && Self.looks(in: $0, at: now).isDue(at: now) }) else { return }
            let count = try performChanges(author: "photos.expiry") { transaction in
                var looks = try Self.looks(in: transaction.catalog, at: now)
                guard looks.isDue(at: now) else { return 0 }
                let expired = try looks.deadline.map { try transaction.catalog.assetIDs(trashedBefore: $0) } ?? []
                // Whoever opens the library waits for this. The rest goes another day.
                try transaction.purge(expired.prefix(Self.mostAtOnce))
                looks.add(now, at: try transaction.catalog.position)
                try transaction.catalog.setValue(looks.text, forKey: Self.clockKey)
                return min(expired.count, Self.mostAtOnce)
            }
            if count > 0 { environment.log(.info, "Removed \(count) assets for good, whose 30 days in Recently Deleted are over.") }
        } catch {
            // Another day will do.
            environment.log(.info, "Could not clear Recently Deleted of what is over its time: \(error)")
        }
    }

    static let clockKey = "trashLooks"
    private static let mostAtOnce = 2_000

    /// Counting begins anew where what happened since the last look is not known, or where something was deleted at a date before it: then the
    /// clock was behind, or the library is another one than was looked at.
    private static func looks(in catalog: CatalogReader, at now: Double) throws -> TrashClock {
        guard var looks = try catalog.value(forKey: clockKey).flatMap(TrashClock.init(text:)) else { return TrashClock() }
        looks.forget(after: now)
        guard let last = looks.dates.last else { return TrashClock() }
        guard try catalog.position >= looks.position, try catalog.remembers(looks.position),
            try !catalog.hasTrash(before: last, madeAfter: looks.position)
        else { return TrashClock() }
        return looks
    }
}
