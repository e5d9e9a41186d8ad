import Foundation
import LibraryEngine
import Metadata
import PhotoModel

extension PHContentEditingOutput {
    /// The files of the edit, looked into.
    /// - Parameter filename: of the file that was edited.
    /// - Throws: `.missingResource` where nothing was rendered, `.invalidResource` for what is no rendering of such an asset.
    func inputs(_ library: PhotoLibrary, _ content: EditedContent, of filename: String, isOnOriginal: Bool, by application: String) throws -> [ResourceInput] {
        guard let rendering = rendering(of: content) else {
            throw PHPhotosError(.missingResource, "Nothing was written to renderedContentURL. Write the edited \(content == .video ? "video" : "photo") there before the changes.")
        }
        var inputs = [try input(content.rendering, rendering, content.types, library, filename)]
        if let movie = movie(of: content) { inputs.append(try input(.fullSizePairedVideo, movie, content.movieTypes, library, filename)) }
        guard let adjustmentData else { return inputs }
        var facts = AdjustmentFacts(formatIdentifier: adjustmentData.formatIdentifier)
        (facts.formatVersion, facts.baseVersion, facts.editor) = (adjustmentData.formatVersion, isOnOriginal ? 0 : 1, application)
        facts.timestamp = library.environment.now().timeIntervalSince1970
        let list = try AdjustmentFile(facts, data: adjustmentData.data).encoded()
        return inputs + [ResourceInput(.adjustmentData, .data(list), filename: EditedName.adjustment(of: filename))]
    }

    private func input(_ kind: ResourceType, _ file: URL, _ types: [UTType], _ library: PhotoLibrary, _ filename: String) throws -> ResourceInput {
        let facts: MediaFacts
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            facts = try library.decoder.facts(of: handle.fileDescriptor, named: file.lastPathComponent)
        } catch {
            throw PHPhotosError(.invalidResource, "The rendering can't be used: \(error)", cause: error)
        }
        guard types.contains(where: { $0.identifier == facts.uniformType }) else {
            let names = types.map(\.identifier).joined(separator: " or ")
            throw PHPhotosError(.invalidResource, "The rendering must be \(names), and what was written to \(file.lastPathComponent) is \(facts.uniformType).")
        }
        // Whoever reads the rendering need not know how the camera was held.
        guard facts.orientation == 1 else {
            let remedy = kind == .fullSizePhoto ? "Turn the pixels, and write 1." : "Turn the frames, and write a movie whose tracks are not turned."
            throw PHPhotosError(.invalidResource, "The rendering is not upright: its orientation is \(facts.orientation). \(remedy)")
        }
        if let stated = facts.statedDuration {
            throw PHPhotosError(
                .invalidResource,
                "\(file.lastPathComponent) says that it lasts \(stated) seconds, and its frames last \(facts.duration). Write the movie again, to its end.")
        }
        // Another type may have been written there than the place is named for.
        let pathExtension = UTType(recorded: facts.uniformType).preferredFilenameExtension ?? file.pathExtension
        return ResourceInput(kind, .file(file), filename: EditedName.rendering(of: filename, pathExtension: pathExtension))
    }
}
