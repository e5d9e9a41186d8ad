import Catalog
import Decoding
import Foundation
import Metadata
import Originals
import PhotoModel
import Pixels

/// Stages and examines what a new asset, or an edit of one, is to be made of, before any transaction begins.
package struct AssetPreparer: Sendable {
    let context: ImportContext
    let timeZone: TimeZone

    package init(context: ImportContext, timeZone: TimeZone) { (self.context, self.timeZone) = (context, timeZone) }

    /// - Parameters:
    ///   - originalChoice: which of a RAW and JPEG pair is the original; `nil` where nobody chose.
    ///   - edit: the parts of an edit that a photo is to come in with, made of its file and of what that says; none leave it as it is. Asked for a photo that
    ///     comes without an edit, and of a pair for the one that is the original.
    /// - Throws: `OriginalsError` for a file that can't be read or kept, `CodecError` for one that is no picture or movie,
    ///   `ResourceCombinationError` for resources that make no asset, and for a choice where there is no pair.
    package func prepare(
        _ inputs: [ResourceInput], originalChoice: OriginalChoice? = nil, edit: (MediaFacts, MediaSource) throws -> [ResourceInput] = { _, _ in [] }
    ) throws -> PreparedAsset {
        try context.catalog.requireWritable()
        if let fault = ResourceCombination.fault(of: inputs.map(\.kind)) { throw ResourceCombinationError(message: fault) }
        let uuid = context.makeUUID()
        let (taken, session, moved) = try take(inputs, uuid)
        var files = try taken + edited(taken, originalChoice, uuid, session, edit)
        let adjustments = files.filter { $0.kind == .adjustmentData }.map { $0.path.text }
        if let fault = ResourceCombination.fault(ofAdjustmentFiles: adjustments) { throw ResourceCombinationError(message: fault) }
        var draft = try self.draft(of: files)
        // A backup of a motion photo has its movie twice: as it lies in the picture, and as a file.
        draft.removeEmbeddedMovie(files)
        if originalChoice != nil { try checkPair(draft, files) }
        let raw = originalChoice == .raw && draft.shown == draft.primary ? draft.first(.alternatePhoto) : nil
        let shown = raw ?? draft.shown
        try show(&files[shown])
        var record = AssetRecord(
            draft, files: files.map(\.recorded), uuid: uuid, addedDate: context.now().timeIntervalSinceReferenceDate, timeZone: timeZone)
        record.originalChoice = originalChoice ?? .compressed
        if let raw { (record.pixelWidth, record.pixelHeight) = files[raw].facts.uprightSize }
        var resources = resources(draft.members, files)
        if draft.members[0].kind == .photo, draft.first(.pairedVideo) == nil, let movie = files[draft.primary].movie {
            let reference = RowReference.new(resources.count + 1)
            resources.append(NewResource(reference: reference, kind: .pairedVideo, bytes: .embedded(movie, in: resources[0].reference), file: files[draft.primary]))
        }
        let asset = NewAsset(reference: .new(0), record: record, resources: resources, shown: files[shown])
        return PreparedAsset(asset, session: session, moved: moved)
    }

    /// - Parameters:
    ///   - inputs: the rendering, the adjustment data, and for a Live Photo the rendered movie.
    ///   - adjustment: what the adjustment data says, where it is of a kind that only its program reads.
    /// - Throws: as `prepare`, and `ResourceCombinationError` for what is no edit of an asset made of `primary`.
    package func prepareRendition(_ inputs: [ResourceInput], of primary: ResourceType, adjustment: AdjustmentFacts? = nil) throws -> PreparedRendition {
        try context.catalog.requireWritable()
        if let fault = ResourceCombination.fault(ofRendition: inputs.map(\.kind), of: primary) { throw ResourceCombinationError(message: fault) }
        let (taken, session, moved) = try take(inputs, context.makeUUID())
        var files = taken
        let members = files.enumerated().compactMap { index, file in file.kind.map { AssetDraft.Member(file: index, kind: $0) } }
        guard let shown = members.first(where: { $0.kind == .fullSizePhoto || $0.kind == .fullSizeVideo })?.file,
            let data = members.first(where: { $0.kind == .adjustmentData })?.file
        else { throw ResourceCombinationError(message: "An edit needs a rendering.") }
        guard let adjustment = adjustment ?? files[data].facts.adjustment else {
            throw ResourceCombinationError(message: "\(files[data].path.display) doesn't say what program's adjustments it holds. Name their format and its version.")
        }
        try show(&files[shown])
        let rendition = NewRendition(resources: resources(members, files), adjustment: adjustment, shown: files[shown])
        return PreparedRendition(rendition, session: session, moved: moved)
    }

    private func draft(of files: [IntakeFile]) throws -> AssetDraft {
        guard let draft = MatchResult(of: files).drafts.first else { throw ResourceCombinationError(message: "An asset needs a photo or a video.") }
        return draft
    }

    /// The files of the edit that a photo is to come in with, which is made on what it will be made on again.
    private func edited(
        _ files: [IntakeFile], _ choice: OriginalChoice?, _ uuid: UUID, _ session: StagingSession, _ edit: (MediaFacts, MediaSource) throws -> [ResourceInput]
    ) throws -> [IntakeFile] {
        let original: ResourceType = choice == .raw ? .alternatePhoto : .photo
        let comesWithEdit = files.contains { file in
            [.fullSizePhoto, .adjustmentBasePhoto].contains(file.kind) || file.kind == .adjustmentData && MediaName(file.name).role != .cameraAdjustment
        }
        guard !comesWithEdit, let photo = files.first(where: { $0.kind == original }) else { return [] }
        let content = try photo.staged.open()
        let inputs = try edit(photo.facts, MediaSource(descriptor: content.descriptor, name: photo.name))
        let made = try inputs.sorted { $0.kind < $1.kind }.map { try take($0, uuid, session).0 }
        if !made.isEmpty { try session.flush(made.map(\.staged)) }
        return made
    }

    /// - Returns: the files of the inputs, in the order of their kinds.
    private func take(_ inputs: [ResourceInput], _ uuid: UUID) throws -> ([IntakeFile], StagingSession, [MovedSource]) {
        let session = try context.originals.beginSession()
        var files: [IntakeFile] = []
        var moved: [MovedSource] = []
        for input in inputs.sorted(by: { $0.kind < $1.kind }) {
            let (file, source) = try take(input, uuid, session)
            if let source, input.movesFile { moved.append(MovedSource(path: source.path, signature: source.signature)) }
            files.append(file)
        }
        try session.flush(files.map(\.staged))
        return (files, session, moved)
    }

    /// Two equal texts are one.
    private func resources(_ members: [AssetDraft.Member], _ files: [IntakeFile]) -> [NewResource] {
        var texts: Set<ContentDigest> = []
        return members.filter { !$0.kind.isAccessory || texts.insert(files[$0.file].digest).inserted }.enumerated().map { index, member in
            NewResource(reference: .new(index + 1), kind: member.kind, bytes: .kept(isFirst: member.kind.isPrimary), file: files[member.file])
        }
    }

    private func take(_ input: ResourceInput, _ uuid: UUID, _ session: StagingSession) throws -> (IntakeFile, SourceFile?) {
        let staged: StagedFile
        var source: SourceFile?
        let name: BytePath
        switch input.source {
        case .file(let url):
            let path = BytePath(url.path)
            let file = try SourceFile(opening: path)
            source = file
            if input.kind == .adjustmentData { try Self.requireReadable(path.lastComponent.display, file.signature.size) }
            // Another name of the same bytes would be left behind.
            if input.movesFile, try file.file.linkCount() > 1 {
                throw ResourceCombinationError(message: "\(path.display) has another hard link, so it can't be moved. Copy it instead.")
            }
            staged = try session.stage(file, mode: .copy)
            name = input.filename.map { BytePath($0) } ?? path.lastComponent
        case .data(let data):
            if input.kind == .adjustmentData { try Self.requireReadable(input.filename ?? "Adjustment data", Int64(data.count)) }
            staged = try data.withUnsafeBytes { try session.stage($0, modified: context.now().timeIntervalSince1970) }
            name = BytePath(input.filename ?? uuid.uuidString)
        }
        let facts = try facts(of: staged, name: name.text, isAccessory: input.kind.isAccessory)
        guard input.kind.fits(facts.kind) else { throw ResourceCombinationError(message: input.kind.fault(of: facts.kind, name)) }
        let isNameless = if case .data = input.source { input.filename == nil } else { false }
        let path = isNameless ? Self.named(uuid, facts) : name
        let movie = try IntakeMovie(facts.embeddedMovie, in: staged)
        return (IntakeFile(path: path, kind: input.kind, staged: staged, isKnown: false, facts: facts, movie: movie), source)
    }

    /// More than is ever read of adjustment data could not be read again.
    private static func requireReadable(_ name: String, _ size: Int64) throws(ResourceCombinationError) {
        guard size > AdjustmentFacts.largestFile else { return }
        throw ResourceCombinationError(
            .tooLarge,
            message: "\(name) has \(size) bytes, and a file of adjustment data has at most \(AdjustmentFacts.largestFile). Describe the edit, and leave pictures out.")
    }

    private func facts(of staged: StagedFile, name: String, isAccessory: Bool) throws -> MediaFacts {
        let file = try staged.open()
        do throws(CodecError) {
            return try context.decoder.examine(MediaSource(descriptor: file.descriptor, name: name), .factsOnly).facts
        } catch {
            guard isAccessory, error.code == .unsupported else { throw error }
            // Adjustment data of other programs is theirs to understand; it is kept as it is.
            return .unknownText
        }
    }

    private func checkPair(_ draft: AssetDraft, _ files: [IntakeFile]) throws {
        let isPair = files[draft.primary].facts.kind == .image && draft.first(.alternatePhoto).map { files[$0].facts.kind == .rawImage } == true
        guard !isPair else { return }
        throw ResourceCombinationError(
            message: "\(files[draft.primary].path.display) has no RAW beside it, so there is no original to choose. Leave the choice, or add the RAW as its alternate photo.")
    }

    private func show(_ file: inout IntakeFile) throws {
        let content = try file.staged.open()
        let examination = try context.decoder.examine(MediaSource(descriptor: content.descriptor, name: file.name), ExamineOptions())
        (file.facts, file.preview, file.thumbnail) = (examination.facts, examination.preview, examination.thumbnail)
        if examination.preview == nil, let damage = examination.facts.damage {
            throw CodecError(.damaged, "\(file.path.display) is damaged: \(damage). Nothing of it can be shown.")
        }
    }

    private static func named(_ uuid: UUID, _ facts: MediaFacts) -> BytePath {
        BytePath("\(uuid.uuidString).\(UniformTypes.preferredExtension(of: facts.uniformType) ?? "data")")
    }
}
