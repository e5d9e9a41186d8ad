import Catalog
import Decoding
import Foundation
import Metadata
import Originals
import PhotoModel
import Pixels
import Support

/// Reads the files of a group: tells media from other files, stages and hashes, finds duplicates, examines. Runs on many threads at once.
struct FileIntake: Sendable {
    let context: ImportContext
    let options: ImportOptions
    /// `nil` in a dry run, where files are only hashed.
    let session: StagingSession?
    /// Sizes of what the library holds, sorted: a file of another size can't be a duplicate, so it is copied while it is hashed.
    let knownSizes: ContiguousArray<Int64>
    let isCancelled: @Sendable () -> Bool
    let onBytes: @Sendable (Int) -> Void

    /// Bytes that are looked at to tell whether a file is worth staging at all.
    private static let sniffedBytes = 64 << 10

    /// What is asked for of a file that will be shown. A trial run's report is all there is of it, so it leaves nothing for later.
    private var pictures: ExamineOptions {
        var pictures = ExamineOptions()
        if session != nil { pictures.postponesFrom = options.postponesFrom }
        return pictures
    }

    func run(_ group: SourceGroup) -> GroupOutcome {
        var outcome = GroupOutcome(root: group.root, stated: group.stated)
        var taken: [(file: FoundFile, type: SniffedType?, staged: StagedFile, isKnown: Bool)] = []
        // All of a group or nothing: half a Live Photo would come in as an asset of its own.
        for file in isCancelled() ? [] : group.files {
            do {
                guard let (type, staged, isKnown) = try take(file, &outcome) else { continue }
                taken.append((file, type, staged, isKnown))
            } catch {
                outcome.failures.append(Self.failure(file.path, error))
            }
        }
        // Content that is all known needs no look inside, unless a text beside it could be new to its picture.
        if taken.allSatisfy({ $0.isKnown && !Self.isAccessory($0.file, $0.type) }) {
            outcome.duplicates = taken.map { KnownFile(path: $0.file.path, sha256: Data($0.staged.sha256), kind: $0.file.kind) }
            taken.forEach { session?.discard($0.staged) }
            return outcome
        }
        let isAlone = taken.count == 1
        for (file, type, staged, isKnown) in taken {
            do throws(ImportFault) {
                // Of several files only those that will be shown are decoded, and which these are is known after matching.
                let examination = try examine(file, staged, isAlone ? pictures : .factsOnly)
                if let kind = file.kind, !kind.fits(examination.facts.kind) {
                    throw ImportFault(code: "unsupported", message: kind.fault(of: examination.facts.kind, file.path))
                }
                var intake = IntakeFile(
                    path: file.path, name: file.name, kind: file.kind, staged: staged, isKnown: isKnown, facts: examination.facts,
                    movie: isKnown ? nil : try movie(examination.facts, staged))
                intake.isReceived = file.isReceived
                intake.adopt(examination)
                outcome.files.append(intake)
            } catch {
                if let end = error.end { return ended(group, end, taken.map(\.staged)) }
                session?.discard(staged)
                reject(file, type, error, isKnown, staged, &outcome)
            }
        }
        outcome.match = MatchResult(of: outcome.files)
        if let end = decodeShown(&outcome, alreadyDone: isAlone) { return ended(group, end, outcome.files.map(\.staged)) }
        return outcome
    }

    /// Of a group that was not looked into nothing comes in.
    private func ended(_ group: SourceGroup, _ end: CodecError, _ staged: [StagedFile]) -> GroupOutcome {
        for file in staged { session?.discard(file) }
        var outcome = GroupOutcome(root: group.root)
        outcome.end = end
        return outcome
    }

    // MARK: Taking in

    /// `nil` for a file that was skipped, which `outcome` then says.
    private func take(_ file: FoundFile, _ outcome: inout GroupOutcome) throws -> (SniffedType?, StagedFile, Bool)? {
        let source = try SourceFile(opening: file.path)
        let name = file.name
        let claimsMedia =
            UniformTypes.identifier(forExtension: MediaName(name).pathExtension).map { type in
                [UniformTypes.image, UniformTypes.movie].contains { UniformTypes.conforms(type, to: $0) }
            } ?? false
        guard source.signature.size > 0 else {
            if claimsMedia { throw ImportFault(code: "empty", message: "\(file.path.display) is empty. Copy it again from where it came from.") }
            outcome.skips.append(MediaName(name).pathExtension == "aae" ? Self.adjustments(file.path) : ImportSkip(path: file.path.text, reason: "is empty"))
            return nil
        }
        let head = try source.prefix(Int(min(source.signature.size, Int64(Self.sniffedBytes))))
        let type = head.withUnsafeBytes { FileSniffer.sniff($0, name: name) }
        // A TIFF's directory may lie anywhere, so its first bytes alone can leave it unknown.
        let mayBeTIFF = head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A])
        if type == nil, !mayBeTIFF, file.kind?.isAccessory != true {
            guard !claimsMedia else {
                throw ImportFault(code: "unsupported", message: "\(file.path.display) is no picture or movie, though its name says so. It may be damaged; copy it again.")
            }
            outcome.skips.append(Self.skip(file, head))
            return nil
        }
        if type?.kind == .audio {
            outcome.skips.append(ImportSkip(path: file.path.text, reason: "is a sound file"))
            return nil
        }
        // Texts beside pictures may be equal for two of them, so they are kept even where the library has their content.
        let (staged, isKnown) = try stage(source, file, mayBeKnown: !Self.isAccessory(file, type))
        guard file.sha256.map({ $0 == staged.sha256 }) ?? true else {
            session?.discard(staged)
            throw ImportFault(code: "otherContent", message: "\(file.path.display) is not what its sender has: it was damaged on its way, or changed meanwhile. Send it again.")
        }
        return (type, staged, isKnown)
    }

    /// What to say of a file that is no photo or video: some of these are expected to bring photos, or what is known of them.
    private static func skip(_ file: FoundFile, _ head: [UInt8]) -> ImportSkip {
        switch MediaName(file.name).pathExtension {
        case "zip", "tar", "tgz", "gz", "bz2", "xz", "7z", "rar":
            ImportSkip(path: file.path.text, kind: .archive, reason: "\(file.path.display) is an archive, and what is in it was left out. Unpack it, and import the folder.")
        case "json" where head.firstRange(of: Array("\"photoTakenTime\"".utf8)) != nil:
            ImportSkip(path: file.path.text, kind: .takeoutText, reason: "is a text of Google Takeout")
        case "aae": adjustments(file.path)
        default: ImportSkip(path: file.path.text, reason: "is no photo or video")
        }
    }

    private static func adjustments(_ path: BytePath) -> ImportSkip {
        ImportSkip(
            path: path.text, kind: .adjustments,
            reason: "\(path.display) should say how a photo was edited, and is no property list that does: it was left out. Copy it again from where it came from.")
    }

    private static func isAccessory(_ file: FoundFile, _ type: SniffedType?) -> Bool {
        file.kind?.isAccessory ?? (type?.kind == .adjustment || type?.kind == .sidecar)
    }

    private func stage(_ source: SourceFile, _ file: FoundFile, mayBeKnown: Bool) throws -> (StagedFile, Bool) {
        guard let session else {
            let staged = try StagingSession.hashOnly(source, onBytes: onBytes)
            return (staged, try mayBeKnown && isKnown(staged))
        }
        if file.isReceived {
            let staged = try session.adopt(source, onBytes: onBytes)
            return (staged, try mayBeKnown && isKnown(staged))
        }
        // What may well be known is hashed where it lies: running an import again then writes nothing.
        if options.storage == .copy, mayBeKnown, Self.contains(knownSizes, source.signature.size) {
            let looked = try StagingSession.hashOnly(source, onBytes: { _ in })
            if try isKnown(looked) {
                onBytes(Int(looked.size))
                return (looked, true)
            }
        }
        let staged = try session.stage(source, mode: options.storage, onBytes: onBytes)
        return (staged, try mayBeKnown && isKnown(staged))
    }

    private func isKnown(_ staged: StagedFile) throws -> Bool {
        try context.catalog.read { reader in
            let holders = try reader.resource(sha256: Data(staged.sha256)).filter { !$0.isEmbedded }
            if options.storage == .reference { return !holders.isEmpty }
            let bytes = try holders.map { try context.bytes(of: $0, reader) }
            // Bytes that rotted in one place are wanted there, even where another asset has them too.
            return bytes.contains(.kept) && !bytes.contains(.rotten)
        }
    }

    private static func contains(_ sorted: ContiguousArray<Int64>, _ value: Int64) -> Bool {
        let index = sorted.partitioningIndex { $0 >= value }
        return index < sorted.count && sorted[index] == value
    }

    // MARK: Looking inside

    private func examine(_ found: FoundFile, _ staged: StagedFile, _ options: ExamineOptions) throws(ImportFault) -> Examination {
        let file: OpenFile
        do throws(OriginalsError) { file = try staged.open() } catch { throw ImportFault(error) }
        do throws(CodecError) {
            return try context.decoder.examine(MediaSource(descriptor: file.descriptor, name: found.name), options)
        } catch {
            // Adjustments of other programs are theirs to understand; they are kept as they are.
            if error.code == .unsupported, found.kind?.isAccessory == true { return Examination(facts: .unknownText, preview: nil, thumbnail: nil) }
            var fault = ImportFault(code: error.code.rawValue, message: "\(found.path.display): \(error.description)", isUnsupported: error.code == .unsupported)
            if error.code == .workerMissing { fault.end = error }
            throw fault
        }
    }

    private func movie(_ facts: MediaFacts, _ staged: StagedFile) throws(ImportFault) -> IntakeMovie? {
        do throws(OriginalsError) { return try IntakeMovie(facts.embeddedMovie, in: staged) } catch { throw ImportFault(error) }
    }

    /// Decodes the picture that stands for each asset; a file of which nothing can be shown is taken out, and the rest is matched anew.
    /// - Returns: why there is no going on, where there is none.
    private func decodeShown(_ outcome: inout GroupOutcome, alreadyDone: Bool) -> CodecError? {
        var done: Set<BytePath> = alreadyDone ? Set(outcome.files.map(\.path)) : []
        var index = 0
        while index < outcome.match.drafts.count {
            let shown = outcome.match.drafts[index].shown
            let file = outcome.files[shown]
            if !done.contains(file.path), !file.isKnown {
                done.insert(file.path)
                do throws(ImportFault) {
                    let examination = try examine(FoundFile(path: file.path, size: 0, name: file.name), file.staged, pictures)
                    outcome.files[shown].adopt(examination)
                } catch {
                    if let end = error.end { return end }
                    drop(shown, error, &outcome)
                    index = 0
                    continue
                }
            }
            // A file of which nothing can be shown is no picture; one that shows in part comes in with its damage noted.
            if !file.isKnown, outcome.files[shown].preview == nil, let damage = outcome.files[shown].facts.damage {
                drop(shown, ImportFault(code: "damaged", message: "\(file.path.display) is damaged: \(damage). Copy it again from where it came from."), &outcome)
                index = 0
                continue
            }
            index += 1
        }
        return nil
    }

    private func drop(_ index: Int, _ fault: ImportFault, _ outcome: inout GroupOutcome) {
        let file = outcome.files.remove(at: index)
        session?.discard(file.staged)
        outcome.failures.append(ImportFailure(path: file.path.text, code: fault.code, message: fault.message))
        outcome.match = MatchResult(of: outcome.files)
    }

    private func reject(_ file: FoundFile, _ type: SniffedType?, _ fault: ImportFault, _ isKnown: Bool, _ staged: StagedFile, _ outcome: inout GroupOutcome) {
        if isKnown {
            outcome.duplicates.append(KnownFile(path: file.path, sha256: Data(staged.sha256), kind: file.kind))
        } else if fault.isUnsupported, type == nil {
            outcome.skips.append(ImportSkip(path: file.path.text, reason: "is no photo or video"))
        } else {
            outcome.failures.append(ImportFailure(path: file.path.text, code: fault.code, message: fault.message))
        }
    }

    private static func failure(_ path: BytePath, _ error: any Error) -> ImportFailure {
        switch error {
        case let error as ImportFault: ImportFailure(path: path.text, code: error.code, message: error.message)
        case let error as OriginalsError: ImportFailure(path: path.text, code: error.code.rawValue, message: error.description)
        case let error as CatalogError: ImportFailure(path: path.text, code: "catalog", message: "\(path.display): \(error)")
        default: ImportFailure(path: path.text, code: "failed", message: "\(path.display): \(error)")
        }
    }
}

/// Why one file is not imported.
package struct ImportFault: Error, Sendable {
    var code: String
    var message: String
    var isUnsupported = false
    /// Set where no file is to blame, and every other would fail like this one.
    var end: CodecError?

    init(code: String, message: String, isUnsupported: Bool = false) {
        (self.code, self.message, self.isUnsupported) = (code, message, isUnsupported)
    }

    init(_ error: OriginalsError) { self.init(code: error.code.rawValue, message: error.description) }
}

extension AssetDraft {
    /// The file whose pixels are the asset's current version.
    package var shown: Int { first(.fullSizePhoto) ?? first(.fullSizeVideo) ?? chosenRaw ?? primary }
}

extension MediaFacts {
    /// Of adjustments that only the program understands that made them.
    static let unknownText = MediaFacts(kind: .adjustment, uniformType: UniformTypes.data)
}
