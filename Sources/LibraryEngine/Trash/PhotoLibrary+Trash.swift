import Catalog
import Foundation

extension PhotoLibrary {
    /// Seconds that an asset stays in Recently Deleted.
    package static let trashPeriod: TimeInterval = 30 * 86_400

    /// Removes for good, with their files, what has been in Recently Deleted for its time.
    /// - Parameter author: who removes, for the log.
    /// - Returns: how many.
    @discardableResult
    package func purgeExpired(author: String) throws -> Int {
        let now = environment.now().timeIntervalSinceReferenceDate
        return try performChanges(author: author) { transaction in
            let expired = try Self.expired(at: now, in: transaction.catalog)
            try transaction.purge(expired)
            return expired.count
        }
    }

    /// At opening. What two looks, at least a day apart, both find to be over its time goes: a clock that was wrong once removes nothing.
    func purgeWhatStaysExpired() {
        let now = environment.now().timeIntervalSinceReferenceDate
        do {
            // Nothing is written, and no writer waited for, where there is nothing to do.
            let (isAny, last) = try catalog.read { try (!Self.expired(at: now, in: $0).isEmpty, Self.lastLook(in: $0)) }
            guard isAny, last.map({ now < $0 || now - $0 >= Self.day }) ?? true else { return }
            let count = try performChanges(author: "photos.expiry") { transaction in
                let last = try Self.lastLook(in: transaction.catalog)
                try transaction.catalog.setValue("\(now)", forKey: Self.lookKey)
                guard let last, now - last >= Self.day else { return 0 }
                let expired = try Self.expired(at: last, in: transaction.catalog)
                try transaction.purge(expired)
                return expired.count
            }
            if count > 0 { environment.log(.info, "Removed \(count) assets for good, whose 30 days in Recently Deleted are over.") }
        } catch {
            // Another day will do.
            environment.log(.info, "Could not clear Recently Deleted of what is over its time: \(error)")
        }
    }

    private static let day: Double = 86_400
    private static let lookKey = "expiry"

    private static func lastLook(in catalog: CatalogReader) throws -> Double? { try catalog.value(forKey: lookKey).flatMap(Double.init) }

    private static func expired(at date: Double, in catalog: CatalogReader) throws -> [Int64] { try catalog.assetIDs(trashedBefore: date - trashPeriod) }
}
