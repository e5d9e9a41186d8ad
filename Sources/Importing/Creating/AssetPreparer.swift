import Catalog
import Decoding
import Foundation
import Metadata
import Originals
import PhotoModel
import Pixels

/// Stages and examines what a new asset is to be made of, before any transaction begins.
package struct AssetPreparer: Sendable {
    let context: ImportContext
    let timeZone: TimeZone

    package init(context: ImportContext, timeZone: TimeZone) { (self.context, self.timeZone) = (context, timeZone) }

    /// - Parameter originalChoice: which of a RAW and JPEG pair is the original; `nil` where nobody chose.
    /// - Throws: `OriginalsError` for a file that can't be read or kept, `CodecError` for one that is no picture or movie,
    ///   `ResourceCombinationError` for resources that make no asset, and for a choice where there is no pair.
    package func prepare(_ inputs: [ResourceInput], originalChoice: OriginalChoice? = nil) throws -> PreparedAsset {
        try context.catalog.requireWritable()
        let inputs = inputs.sorted { $0.kind < $1.kind }
        if let fault = ResourceCombination.fault(of: inputs.map(\.kind)) { throw ResourceCombinationError(message: fault) }
        let uuid = context.makeUUID()
        let session = try context.originals.beginSession()
        var files: [IntakeFile] = []
        var moved: [MovedSource] = []
        var draft: AssetDraft?
        for input in inputs {
            let (file, source) = try take(input, uuid, session)
            if let source, input.movesFile { moved.append(MovedSource(path: source.path, signature: source.signature)) }
            if draft == nil { draft = AssetDraft(primary: files.count, input.kind) } else { draft?.add(files.count, input.kind) }
            files.append(file)
        }
        guard var draft else { throw ResourceCombinationError(message: "An asset needs a photo or a video.") }
        draft.adjustment = draft.first(.adjustmentData)
        if originalChoice != nil { try checkPair(draft, files) }
        let raw = originalChoice == .raw && draft.shown == draft.primary ? draft.first(.alternatePhoto) : nil
        let shown = raw ?? draft.shown
        try show(shown, &files)
        var record = AssetRecord(
            draft, files: files.map(\.recorded), uuid: uuid, addedDate: context.now().timeIntervalSinceReferenceDate, timeZone: timeZone)
        record.originalChoice = originalChoice ?? .compressed
        if let raw { (record.pixelWidth, record.pixelHeight) = files[raw].facts.uprightSize }
        var publishes: [(file: StagedFile, path: String)] = []
        let resources = draft.members.compactMap { member -> ResourceRecord? in
            let file = files[member.file]
            let path = OriginalName.path(
                uuid: uuid, kind: member.kind, isFirst: member.file == draft.primary, name: file.name, uniformType: file.facts.uniformType, sha256: file.staged.sha256)
            // Two equal texts are one.
            guard !publishes.contains(where: { $0.path == path }) else { return nil }
            publishes.append((file.staged, path))
            var resource = ResourceRecord(
                type: member.kind, filename: file.name, uniformType: file.facts.uniformType, size: file.staged.size, sha256: file.sha256,
                place: .managed(path: path))
            resource.damage = file.facts.damage
            return resource
        }
        try session.flush(files.map(\.staged))
        return PreparedAsset(
            record: record, resources: resources, session: session, publishes: publishes,
            preview: files[shown].preview, thumbnail: files[shown].thumbnail, moved: moved)
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
            // Another name of the same bytes would be left behind.
            if input.movesFile, try file.file.linkCount() > 1 {
                throw ResourceCombinationError(message: "\(path.display) has another hard link, so it can't be moved. Copy it instead.")
            }
            staged = try session.stage(file, mode: .copy)
            name = input.filename.map { BytePath($0) } ?? path.lastComponent
        case .data(let data):
            staged = try data.withUnsafeBytes { try session.stage($0, modified: context.now().timeIntervalSince1970) }
            name = BytePath(input.filename ?? uuid.uuidString)
        }
        let facts = try facts(of: staged, name: name.text, isAccessory: input.kind.isAccessory)
        try check(facts.kind, input.kind, name)
        let isNameless = if case .data = input.source { input.filename == nil } else { false }
        return (IntakeFile(path: isNameless ? Self.named(uuid, facts) : name, staged: staged, isKnown: false, facts: facts), source)
    }

    private func facts(of staged: StagedFile, name: String, isAccessory: Bool) throws -> MediaFacts {
        let file = try staged.open()
        do throws(CodecError) {
            return try context.decoder.examine(MediaSource(descriptor: file.descriptor, name: name), .factsOnly).facts
        } catch {
            guard isAccessory, error.code == .unsupported else { throw error }
            // Adjustment data of other programs is theirs to understand; it is kept as it is.
            return MediaFacts(kind: .adjustment, uniformType: "public.data")
        }
    }

    private func checkPair(_ draft: AssetDraft, _ files: [IntakeFile]) throws {
        let isPair = files[draft.primary].facts.kind == .image && draft.first(.alternatePhoto).map { files[$0].facts.kind == .rawImage } == true
        guard !isPair else { return }
        throw ResourceCombinationError(
            message: "\(files[draft.primary].path.display) has no RAW beside it, so there is no original to choose. Leave the choice, or add the RAW as its alternate photo.")
    }

    private func show(_ place: Int, _ files: inout [IntakeFile]) throws {
        let file = try files[place].staged.open()
        let examination = try context.decoder.examine(MediaSource(descriptor: file.descriptor, name: files[place].name), ExamineOptions())
        (files[place].facts, files[place].preview, files[place].thumbnail) = (examination.facts, examination.preview, examination.thumbnail)
        if examination.preview == nil, let damage = examination.facts.damage {
            throw CodecError(.damaged, "\(files[place].path.display) is damaged: \(damage). Nothing of it can be shown.")
        }
    }

    private static func named(_ uuid: UUID, _ facts: MediaFacts) -> BytePath {
        BytePath("\(uuid.uuidString).\(UniformTypes.preferredExtension(of: facts.uniformType) ?? "data")")
    }

    private func check(_ content: MediaKind, _ kind: ResourceType, _ name: BytePath) throws {
        let fits = switch kind.content {
        case .image: content == .image || content == .rawImage
        case .video: content == .video
        case .audio: content == .audio
        case .data: true
        }
        guard fits else { throw ResourceCombinationError(message: "\(name.display) holds \(content.rawValue) content and can't be the asset's \(kind).") }
    }
}
