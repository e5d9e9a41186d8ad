import Foundation
import Originals

/// Batches of files that are put one by one.
extension IncomingBatch {
    var putFolder: PutFolder? { put.map { PutFolder(album: album, path: $0) } }

    /// Files that are on their way, wait, or can't come in: those that are listed however late it is, and what will be.
    var waitingCount: Int { lasting.count + comingCount }

    /// A file as it is listed at a moment, in seconds since 1970; `nil` for what is listed nowhere.
    /// - Parameter isBegun: whether the list was begun before: what an album had then is told of it, though it came in since.
    func entry(_ number: Int, _ now: Double, _ limits: IncomingLimits, isBegun: Bool = false) -> PutEntry? {
        guard let putFolder, let file = self[number], !file.isForgotten else { return nil }
        let state: PutEntry.State
        switch file.state {
        case .waiting: return nil
        case .whole: state = .waiting
        case .importing: state = .comingIn
        case .done(let outcome) where outcome.kind == .withdrawn: return nil
        case .done(let outcome) where outcome.isRefusal: state = .refused(Self.reason(outcome))
        case .done(let outcome):
            // An album lists it as its photo.
            guard putFolder.album == nil || isBegun, let asset = outcome.asset, abs(now - (file.decided ?? lastActivity)) < limits.putListing else { return nil }
            state = .isIn(asset)
        }
        let announced = file.announced
        return PutEntry(
            batch: id, number: number, folder: putFolder, name: announced.name, size: announced.size, modified: announced.modified ?? 0,
            sha256: announced.sha256 ?? "", decided: file.outcome == nil ? 0 : file.decided ?? lastActivity, state: state)
    }

    /// The one that is listed under a name, as `PutFolder.key` has it.
    func entry(listing name: String, _ now: Double, _ limits: IncomingLimits) -> PutEntry? { listed[name].flatMap { entry($0, now, limits) } }

    /// All that are listed, in the order in which they were put.
    func entries(_ now: Double, _ limits: IncomingLimits) -> [PutEntry] { listed.values.sorted().compactMap { entry($0, now, limits) } }

    /// The same by their keys.
    func putKeys(_ now: Double, _ limits: IncomingLimits) -> [PutKey] {
        listed.values.compactMap { number in entry(number, now, limits).map { PutKey(name: $0.name, batch: id, number: number) } }
    }

    /// Whether anything of it is listed: mostly the first is.
    func hasEntries(_ now: Double, _ limits: IncomingLimits) -> Bool {
        if lasting.contains(where: { isListed($0) }) { return true }
        // An album lists nothing but these.
        return album == nil && listed.values.contains { entry($0, now, limits) != nil }
    }

    /// All that can't come in, in the order in which they were put.
    func refusedEntries(_ now: Double, _ limits: IncomingLimits) -> [PutEntry] { refused.filter { isListed($0) }.sorted().compactMap { entry($0, now, limits) } }

    private func isListed(_ number: Int) -> Bool { self[number].map { listed[PutFolder.key($0.announced.name)] == number } ?? false }

    private static func reason(_ outcome: IncomingOutcome) -> String {
        if outcome.kind == .duplicate { return "The library has it in Recently Deleted. Restore it there." }
        return outcome.message ?? "It is no photo or video that the library knows."
    }

    /// What a former process wrote down of files that were put.
    mutating func readPut(_ lines: [IncomingLine], now: Double) throws(OriginalsError) {
        for line in lines {
            if let renamed = line.renamed { announce(renamed.number, as: renamed.file) }
            if let moved = line.moved { put = moved }
            if let number = line.forgotten, files.indices.contains(number - 1) { change(number) { $0.isForgotten = true } }
        }
        for number in files.indices.map({ $0 + 1 }) {
            guard let file = self[number], !file.isForgotten, file.outcome?.kind != .withdrawn else { continue }
            // Its sender never heard that it stays.
            guard file.state != .waiting else {
                change(number) { ($0.state, $0.hasBegun) = (.done(IncomingOutcome(.withdrawn)), false) }
                continue
            }
            let name = PutFolder.key(file.announced.name)
            // The line that says that this one took its place never came to the disk.
            if let former = listed[name], self[former]?.outcome == nil { change(former) { ($0.state, $0.hasBegun) = (.done(IncomingOutcome(.withdrawn)), false) } }
            list(number)
            if file.outcome?.isRefusal == true { change(number) { $0.hasBegun = true } }
        }
        try folder.removeUnnumbered()
        // The files have their senders' dates.
        let last = min(now, folder.lastWriting(of: [Int]()))
        lastActivity = last
        // Nobody wrote down when.
        for number in files.indices.map({ $0 + 1 }) where self[number]?.outcome != nil { change(number) { $0.decided = last } }
    }
}
