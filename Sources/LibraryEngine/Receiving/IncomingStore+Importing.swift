import Foundation
import Importing
import Originals

extension IncomingStore {
    /// Files of one import, at most; what was chosen first is seen soon.
    private static let importedAtOnce = 128
    /// Seconds until what could not come in is tried again; of files that were put one by one twice as long each time, and an hour at most.
    private static let pause = 10.0, longestPause = 3_600.0
    /// How often an import is tried that fails for a reason that may pass. A page tells its sender then; whoever put a file was told that it stays, so that is tried until it
    /// is in.
    private static let attempts = 3
    /// Why a file never comes in. Everything else, as a disk that is full, may pass.
    private static let lastingCodes: Set<String> = ["unsupported", "damaged", "empty", "otherContent", "tooLarge"]

    /// Has what is whole imported, on a thread of its own, one batch after the other.
    package func importReady() {
        let now = now
        let begins = state.withLock { state in
            guard !state.isImporting, !state.isStopping, state.batches.ready.contains(where: { state.batches[$0]?.isReady(at: now) == true }) else { return false }
            state.isImporting = true
            importing.enter()
            return true
        }
        guard begins else { return }
        let thread = Thread { [self] in
            defer { importing.leave() }
            importAll()
        }
        thread.name = "photos.incoming"
        thread.start()
    }

    private func importAll() {
        while true {
            let now = now
            let next = state.withLock { state -> (IncomingBatch, [Int])? in
                let ready = state.batches.ready.compactMap { state.batches[$0] }.filter { $0.isReady(at: now) }
                guard !state.isStopping, let batch = ready.min(by: { $0.lastActivity < $1.lastActivity }) else {
                    // Under the same lock as the decision, so that whoever comes next begins anew.
                    state.isImporting = false
                    return nil
                }
                let numbers = batch.ready(atMost: Self.importedAtOnce)
                state.batches.change(batch.id) { batch in for number in numbers { batch.change(number) { $0.state = .importing } } }
                return (batch, numbers)
            }
            guard let (batch, numbers) = next else { return }
            if let trouble = run(numbers, of: batch) { library.environment.log(.warning, trouble) }
            removeIfGivenUp(batch.id)
        }
    }

    /// - Returns: what keeps files of the batch from coming in; `nil` for nothing.
    private func run(_ numbers: [Int], of batch: IncomingBatch) -> String? {
        var options = library.importOptions
        (options.author, options.album, options.tellsFiles) = (Self.author, batch.album, true)
        // Whoever comes by a link sees nothing of the library, and changes nothing that it has.
        options.changesAssets = batch.link == nil
        // Whoever sent them hears that they are in, and the pictures are made by who serves the library.
        options.makesPostponed = false
        let paths = Dictionary(uniqueKeysWithValues: numbers.map { (batch.folder.path(of: $0).text, $0) })
        let groups = Dictionary(grouping: numbers) { IncomingBatch.GroupKey(batch.files[$0 - 1].announced) }.values.sorted { $0[0] < $1[0] }
        let source = GroupSource(groups.map { SourceGroup(root: batch.folder.path(of: 0).parent, files: $0.map { found($0, batch) }) })
        var report: ImportReport?, trouble: String?
        do throws(ImportError) {
            report = try library.importer(options).run(source, isCancelled: { [self] in state.withLock { $0.isStopping } })
        } catch {
            (report, trouble) = (error.report, error.message)
        }
        var done: [(Int, IncomingOutcome)] = []
        for file in report?.files ?? [] {
            if let number = paths[file.path] { done.append((number, outcome(of: file, batch.files[number - 1].announced, batch.folder.path(of: number)))) }
        }
        let kept = tried(again: Dictionary(done) { $1 }, groups, batch)
        done.removeAll { kept.contains($0.0) }
        let isStopping = state.withLock { $0.isStopping }
        do { try finish(done, in: batch.id) } catch { trouble = trouble ?? error.message }
        let told = Set(done.map(\.0)), open = numbers.filter { !told.contains($0) }
        if !open.isEmpty, !isStopping, trouble == nil { trouble = "\(open.count) files that were sent here did not come into the library. They stay, and are tried again." }
        let (text, now) = (trouble, now)
        state.withLock { state in
            state.batches.change(batch.id) { batch in
                for number in open {
                    batch.change(number) { file in
                        if file.state == .importing { file.state = .whole }
                        if kept.contains(number) { file.attempts += 1 }
                    }
                }
                batch.trouble = text
                // As long as for what failed least often, so that nothing waits for what fails again and again.
                let failed = batch.put == nil ? 0 : batch.files.lazy.filter { $0.state == .whole }.map(\.attempts).min() ?? 0
                let pause = min(Self.pause * Double(1 << min(max(failed - 1, 0), 10)), Self.longestPause)
                batch.retried = text == nil ? 0 : now + pause
            }
        }
        return trouble
    }

    /// Those whose import is tried again: what failed for a reason that may pass, and what may belong with it, unless some of that is in the library already.
    private func tried(again outcomes: [Int: IncomingOutcome], _ groups: [[Int]], _ batch: IncomingBatch) -> Set<Int> {
        func isPassing(_ number: Int) -> Bool {
            guard let outcome = outcomes[number], outcome.kind == .failed else { return false }
            let isLasting = outcome.code.map { Self.lastingCodes.contains($0) } ?? false
            return !isLasting && (batch.put != nil || batch.files[number - 1].attempts + 1 < Self.attempts)
        }
        var kept: Set<Int> = []
        for group in groups where group.contains(where: isPassing) {
            let isBegun = group.contains { outcomes[$0]?.kind == .imported || outcomes[$0]?.kind == .joined }
            kept.formUnion(isBegun ? group.filter(isPassing) : group.filter { outcomes[$0] != nil })
        }
        return kept
    }

    private func found(_ number: Int, _ batch: IncomingBatch) -> FoundFile {
        let file = batch.files[number - 1].announced
        var found = FoundFile(path: batch.folder.path(of: number), size: file.size, name: file.name)
        (found.isReceived, found.sha256) = (true, file.digest)
        return found
    }

    /// What an import says of a file, by the name that its sender has for it.
    private func outcome(of file: FileOutcome, _ announced: AnnouncedFile, _ path: BytePath) -> IncomingOutcome {
        let kind: IncomingOutcome.Kind =
            switch file.kind {
            case .imported: .imported
            case .joined: .joined
            case .duplicate: .duplicate
            case .skipped: .skipped
            case .failed: .failed
            }
        let message = file.message.map { $0.replacing(path.display, with: announced.name).replacing(path.text, with: announced.name) }
        return IncomingOutcome(kind, asset: file.asset, isInTrash: file.isInTrash ? true : nil, code: file.code, message: message)
    }

    /// Writes down what became of files, and removes what is left of them.
    func finish(_ done: [(Int, IncomingOutcome)], in id: UUID) throws(OriginalsError) {
        guard !done.isEmpty, let folder = state.withLock({ $0.batches[id]?.folder }) else { return }
        try folder.append(done.map { IncomingLine.done($0, $1).text })
        let now = now
        let isPut = state.withLock { state in
            let (isPut, freed) =
                state.batches.changing(id) { batch -> (Bool, Int64) in
                    var freed: Int64 = 0
                    for (number, outcome) in done {
                        // What was put stays on the disk where it can't come in, and goes on counting.
                        let stays = batch.put != nil && outcome.isRefusal
                        if let file = batch[number], file.hasBegun, !stays { freed += file.announced.size }
                        batch.change(number) { ($0.state, $0.hasBegun, $0.decided) = (.done(outcome), $0.hasBegun && stays, now) }
                    }
                    batch.trouble = nil
                    return (batch.put != nil, freed)
                } ?? (false, 0)
            state.begun -= freed
            if isPut { state.putDecisions += 1 }
            return isPut
        }
        // Whoever put a file was told that it stays, whatever an import says of it.
        for (number, outcome) in done where !(isPut && outcome.isRefusal) { try folder.remove(number) }
    }
}
