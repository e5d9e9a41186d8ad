import Foundation
import Importing
import Originals
import PhotoModel

/// Files that were chosen together, in memory; its store guards it.
struct IncomingBatch {
    struct File {
        enum State: Equatable {
            /// Some of its bytes have not come.
            case waiting
            /// All have; it waits for those that may belong with it, and for its turn.
            case whole
            /// An import has it, or whoever gives it up: nobody else touches it.
            case importing
            case done(IncomingOutcome)
        }

        fileprivate(set) var announced: AnnouncedFile
        var offset: Int64 = 0
        var state = State.waiting
        /// The batch's revision when something of it changed last.
        var changed: Int
        /// Whether its size counts among those that are under way; not once it is decided, but for what was put and can't come in.
        var hasBegun = false
        /// How often its import failed for a reason that may pass, while this process lasts.
        var attempts = 0
        /// When something was decided, in seconds since 1970; `nil` where a former process did.
        var decided: Double?
        /// Whether whoever put it wants it listed no more.
        var isForgotten = false
        /// Whether nothing but its number is remembered of it, and that nothing of it waits.
        fileprivate(set) var isDropped = false

        var outcome: IncomingOutcome? { if case .done(let outcome) = state { outcome } else { nil } }
    }

    /// Files with one key may be one picture's.
    struct GroupKey: Hashable {
        let folder: String
        let stem: String

        init(_ file: AnnouncedFile) { (folder, stem) = (file.folder, MediaName(file.name).stem) }
    }

    let id: UUID
    let album: UUID?
    /// The link that it comes by; `nil` for the owner's own.
    let link: UUID?
    /// Of files that are put one by one, the folder in which they are listed (`PutFolder.path`); `nil` for all others.
    var put: String?
    let folder: IncomingBatchFolder
    /// The first has the number 1.
    private(set) var files: [File] = []
    private var groups: [GroupKey: [Int]] = [:]
    /// Of which nothing is missing.
    private var readyGroups: Set<GroupKey> = []
    /// Whether no more will be announced.
    var isClosed = false
    /// Whether its sender gave it up while files of it came in: it goes when they have.
    var isGivenUp = false
    /// Seconds since 1970.
    var lastActivity: Double
    /// Counts changes, from where no former process came.
    private(set) var revision: Int
    /// Why whole files can't come into the library for the moment.
    var trouble: String?
    /// When that is tried again, in seconds since 1970.
    var retried = 0.0
    /// Of files that were put, by their names as `PutFolder.key` has them: which one is listed under a name.
    private(set) var listed: [String: Int] = [:]
    /// Of files that are on their way, which have no number yet: how many may be one picture's with a key.
    private var coming: [GroupKey: Int] = [:]
    private(set) var comingCount = 0
    /// Files of which nothing is decided, and those of which something is that is no refusal, as far as that is remembered.
    private(set) var undecided = 0, remembered = 0
    /// When something was decided last, in seconds since 1970.
    private(set) var lastDecided = -Double.infinity
    /// Of files that were put: what their store's index has not seen yet.
    private var changes = PutIndex.Changes()
    /// Of files that were put: those that are listed however late it is, and those of them that can't come in. Kept as files change, since there may be very many.
    private(set) var lasting: Set<Int> = [], refused: Set<Int> = []

    /// - Parameter now: in seconds since 1970. Revisions are counted from its microseconds, so that a page which knows one of a former process is told all that is other now;
    ///   they stay below 2⁵³, which a page can count.
    init(id: UUID, album: UUID?, link: UUID? = nil, put: String? = nil, folder: IncomingBatchFolder, now: Double) {
        (self.id, self.album, self.link, self.put, self.folder, lastActivity) = (id, album, link, put, folder, now)
        revision = Int(min(max(now, 0), 4e9) * 1e6)
    }

    /// - Returns: its number.
    mutating func add(_ file: AnnouncedFile) -> Int {
        revision += 1
        files.append(File(announced: file, changed: revision))
        undecided += 1
        groups[GroupKey(file), default: []].append(files.count)
        readyGroups.remove(GroupKey(file))
        if put != nil { changes.keys.append(GroupKey(file)) }
        return files.count
    }

    /// The numbers of those files that stand behind the first so many of the batch already: they were announced before, and nobody heard it.
    func numbers(of announced: [AnnouncedFile], after count: Int?) throws(IncomingError) -> [Int] {
        guard let count, !announced.isEmpty else { return [] }
        guard 0...files.count ~= count else {
            throw IncomingError(.invalid, "The batch has \(files.count) files, so nothing can be announced after \(count). Begin another one.")
        }
        // What was given up meanwhile, or never came to the disk, stands for nothing.
        let there = files.indices.dropFirst(count).filter { files[$0].outcome?.kind != .withdrawn }.prefix(announced.count)
        guard zip(there, announced).allSatisfy({ files[$0].announced == $1 }) else {
            throw IncomingError(.over, "Other files were added to the batch meanwhile. Begin another one for these.")
        }
        return there.map { $0 + 1 }
    }

    subscript(number: Int) -> File? { files.indices.contains(number - 1) ? files[number - 1] : nil }

    mutating func change(_ number: Int, _ body: (inout File) -> Void) {
        guard files.indices.contains(number - 1) else { return }
        revision += 1
        let wasOpen = files[number - 1].outcome == nil, wasRemembered = isRemembered(number)
        body(&files[number - 1])
        files[number - 1].changed = revision
        undecided += (files[number - 1].outcome == nil ? 1 : 0) - (wasOpen ? 1 : 0)
        remembered += (isRemembered(number) ? 1 : 0) - (wasRemembered ? 1 : 0)
        if let decided = files[number - 1].decided { lastDecided = max(lastDecided, decided) }
        judge(GroupKey(files[number - 1].announced))
        if put != nil { sort(number) }
    }

    private func isRemembered(_ number: Int) -> Bool {
        guard let outcome = files[number - 1].outcome else { return false }
        return !outcome.isRefusal && !files[number - 1].isDropped
    }

    private mutating func sort(_ number: Int) {
        let file = files[number - 1], isRefused = file.outcome?.isRefusal == true && !file.isForgotten
        let isComing = (file.state == .whole || file.state == .importing) && !file.isForgotten
        if isRefused { refused.insert(number) } else { refused.remove(number) }
        if isRefused || isComing { lasting.insert(number) } else { lasting.remove(number) }
    }

    private mutating func judge(_ key: GroupKey) {
        let left = (groups[key] ?? []).filter { files[$0 - 1].outcome == nil }
        if !left.isEmpty, left.allSatisfy({ files[$0 - 1].state == .whole }) { readyGroups.insert(key) } else { readyGroups.remove(key) }
    }

    /// Calls a file otherwise, which may make it one of another group.
    mutating func announce(_ number: Int, as file: AnnouncedFile) {
        guard files.indices.contains(number - 1) else { return }
        let old = GroupKey(files[number - 1].announced)
        groups[old]?.removeAll { $0 == number }
        files[number - 1].announced = file
        groups[GroupKey(file), default: []].append(number)
        if put != nil { changes.keys.append(GroupKey(file)) }
        judge(old)
        change(number) { _ in }
    }

    /// Whether any file of it, or on its way there, may be one picture with those of a key.
    func has(_ key: GroupKey) -> Bool { coming[key] != nil || groups[key]?.contains { files[$0 - 1].outcome == nil } == true }

    /// What counts against its link's quota: all that is to come or has come. What failed, or was given up, gives its bytes back; what the library had before does not,
    /// since that would tell what it has.
    var sent: ShareRecord.Sent {
        files.reduce(into: ShareRecord.Sent()) { sent, file in
            guard file.outcome?.kind != .failed, file.outcome?.kind != .withdrawn else { return }
            sent = sent + ShareRecord.Sent(bytes: file.announced.size, files: 1)
        }
    }

    /// The same of what is decided: what stays counted when the batch goes.
    var came: ShareRecord.Sent {
        files.reduce(into: ShareRecord.Sent()) { came, file in
            guard let outcome = file.outcome, outcome.kind != .failed, outcome.kind != .withdrawn else { return }
            came = came + ShareRecord.Sent(bytes: file.announced.size, files: 1)
        }
    }

    var isDone: Bool { isClosed && undecided == 0 }

    /// Whether anything of it can be imported, by now or once that is tried again.
    var hasReady: Bool { isClosed && !isGivenUp && !readyGroups.isEmpty }

    /// The same at a moment, in seconds since 1970.
    func isReady(at now: Double) -> Bool { hasReady && retried <= now }

    /// Files of groups of which nothing is missing, so many or a few more, those that were chosen first.
    func ready(atMost count: Int) -> [Int] {
        var ready: [Int] = []
        for numbers in readyGroups.map({ groups[$0] ?? [] }).sorted(by: { $0[0] < $1[0] }) where ready.count < count {
            ready += numbers.filter { files[$0 - 1].outcome == nil }
        }
        return ready.sorted()
    }

    // MARK: What was put

    /// A file is on its way that has no number yet.
    mutating func expect(_ key: GroupKey) {
        coming[key, default: 0] += 1
        comingCount += 1
        changes.keys.append(key)
    }

    /// It has come, or never will.
    mutating func expectNoMore(_ key: GroupKey) {
        guard let count = coming[key] else { return }
        coming[key] = count > 1 ? count - 1 : nil
        comingCount -= 1
        changes.keys.append(key)
    }

    /// Lists a file under its name.
    mutating func list(_ number: Int) {
        guard let file = self[number] else { return }
        listed[PutFolder.key(file.announced.name)] = number
        changes.names.append(PutFolder.key(file.announced.name))
    }

    /// Lists a file under its name no more. What took its place stays listed.
    mutating func unlist(_ number: Int) {
        guard let name = self[number].map({ PutFolder.key($0.announced.name) }), listed[name] == number else { return }
        listed[name] = nil
        changes.names.append(name)
    }

    /// Forgets all but the numbers of what waits no more. What can't come in stays as it is.
    mutating func dropRemembered() {
        for number in files.indices.map({ $0 + 1 }) where isRemembered(number) {
            unlist(number)
            let key = GroupKey(files[number - 1].announced)
            groups[key]?.removeAll { $0 == number }
            if groups[key]?.isEmpty == true {
                groups[key] = nil
                changes.keys.append(key)
            }
            files[number - 1].announced = AnnouncedFile(name: "?", size: 0)
            change(number) { ($0.isForgotten, $0.isDropped) = (true, true) }
        }
    }

    /// What may be one picture's with files of it, or has been.
    var keys: [GroupKey] { Array(groups.keys) + coming.keys.filter { groups[$0] == nil } }

    /// Whether it is among these.
    func knows(_ key: GroupKey) -> Bool { groups[key] != nil || coming[key] != nil }

    mutating func takeChanges() -> PutIndex.Changes {
        defer { changes = PutIndex.Changes() }
        return changes
    }
}

/// A line of a batch's journal: what happened to it.
struct IncomingLine: Codable {
    struct Begun: Codable { var album: UUID?, link: UUID?, put: String? }
    struct Announced: Codable { var number: Int, file: AnnouncedFile }
    struct Done: Codable { var number: Int, outcome: IncomingOutcome }

    var begun: Begun?
    var announced: Announced?
    var closed: Bool?
    var done: Done?
    /// A file that was put is called otherwise, or has another date.
    var renamed: Announced?
    /// The files that were put are in another folder.
    var moved: String?
    /// Whoever put it wants it listed no more.
    var forgotten: Int?

    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // What it is made of can always be written.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    init() {}
    init?(_ text: String) {
        guard let line = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = line
    }

    static func begun(_ album: UUID?, link: UUID?, put: String? = nil) -> IncomingLine {
        var line = IncomingLine()
        line.begun = Begun(album: album, link: link, put: put)
        return line
    }

    static func renamed(_ number: Int, _ file: AnnouncedFile) -> IncomingLine {
        var line = IncomingLine()
        line.renamed = Announced(number: number, file: file)
        return line
    }

    static func moved(to folder: String) -> IncomingLine {
        var line = IncomingLine()
        line.moved = folder
        return line
    }

    static func forgotten(_ number: Int) -> IncomingLine {
        var line = IncomingLine()
        line.forgotten = number
        return line
    }

    static func announced(_ number: Int, _ file: AnnouncedFile) -> IncomingLine {
        var line = IncomingLine()
        line.announced = Announced(number: number, file: file)
        return line
    }

    /// Both at once: neither comes to the disk without the other one.
    func with(_ other: IncomingLine?) -> IncomingLine {
        guard let other else { return self }
        var line = self
        (line.done, line.forgotten) = (other.done ?? done, other.forgotten ?? forgotten)
        return line
    }

    static var closed: IncomingLine {
        var line = IncomingLine()
        line.closed = true
        return line
    }

    static func done(_ number: Int, _ outcome: IncomingOutcome) -> IncomingLine {
        var line = IncomingLine()
        line.done = Done(number: number, outcome: outcome)
        return line
    }
}

extension IncomingBatch {
    /// Reads a batch that another process, or this one, left behind.
    /// - Returns: `nil` for a folder of which nothing was written down.
    init?(reading id: UUID, _ folder: IncomingBatchFolder, now: Double) throws(OriginalsError) {
        let lines = try folder.lines().compactMap { IncomingLine($0) }
        guard let begun = lines.lazy.compactMap(\.begun).first else { return nil }
        self.init(id: id, album: begun.album, link: begun.link, put: begun.put, folder: folder, now: now)
        for announced in lines.compactMap(\.announced).sorted(by: { $0.number < $1.number }) {
            // A line that never came to the disk was never answered; what has its number is nobody's.
            while files.count < announced.number - 1 {
                let number = add(AnnouncedFile(name: "?", size: 0))
                change(number) { $0.state = .done(IncomingOutcome(.withdrawn)) }
            }
            guard files.count == announced.number - 1 else { continue }
            _ = add(announced.file)
        }
        isClosed = lines.contains { $0.closed == true }
        for done in lines.compactMap(\.done) { change(done.number) { $0.state = .done(done.outcome) } }
        for number in files.indices.map({ $0 + 1 }) where self[number]?.outcome == nil {
            let file = files[number - 1].announced
            let here = min(try folder.size(of: number) ?? 0, file.size)
            change(number) { entry in
                entry.offset = here
                entry.hasBegun = here > 0
                entry.state = here == file.size ? .whole : .waiting
            }
        }
        lastActivity = folder.lastWriting(of: files.indices.map { $0 + 1 })
        if put != nil { try readPut(lines, now: now) }
    }
}
