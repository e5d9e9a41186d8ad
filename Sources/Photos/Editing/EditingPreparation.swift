import Foundation
import LibraryEngine
import PhotoModel
import Pixels
import Synchronization

/// Makes the input of an edit, on a thread that may wait for the disk and a worker. Where files must be downloaded first it is asked twice.
final class EditingPreparation: Sendable {
    let library: PhotoLibrary
    private let asset: PHAsset
    private let canHandle: Unchecked<((PHAdjustmentData) -> Bool)?>
    private let choice: OriginalChoice?
    private let skipsImage: Bool
    /// What the client said of which edit: it is asked once.
    private let decision = Mutex<(edit: Int64, data: PHAdjustmentData?)?>(nil)

    init(_ library: PhotoLibrary, _ asset: PHAsset, _ options: PHContentEditingInputRequestOptions?) {
        (self.library, self.asset, canHandle) = (library, asset, Unchecked(options?.canHandleAdjustmentData))
        choice = options?.choice.flatMap { OriginalChoice(rawValue: $0.rawValue) }
        skipsImage = options?.skipsDisplaySizeImage == true
    }

    /// What has to be here.
    @Sendable func files() throws -> [ResourceRecord] {
        let (now, resources) = try current()
        let edit = resources.adjustmentData
        guard let edit, decision.withLock({ $0?.edit != edit.id }), canHandle.value != nil else {
            return resources.editingFiles(of: now, redoes: edit != nil && decision.withLock { $0?.data != nil })?.all ?? []
        }
        // Nobody could be asked yet, so that either may be wanted.
        let both = [true, false].flatMap { resources.editingFiles(of: now, redoes: $0)?.all ?? [] }
        return both.reduce(into: [edit]) { files, file in if !files.contains(file) { files.append(file) } }
    }

    @Sendable func input() throws -> PHContentEditingInput {
        let (now, resources) = try current()
        guard let kind = EditedContent(now, resources) else {
            throw PHPhotosError(.requestNotSupportedForAsset, "\(now.filename) is neither photo nor video, and can't be edited.")
        }
        let data = try adjustmentData(now, resources)
        guard let files = resources.editingFiles(of: now, redoes: data != nil) else {
            throw LibraryError(.missing, "\(now.filename) has no picture in this library. Import it again.")
        }
        let session = EditingSession(now, files, kind, choice: choice)
        var content = PHContentEditingInput.Content(library: library, asset: now, session: session, resource: files.main, adjustmentData: data)
        let file = try library.openResource(files.main)
        defer { withExtendedLifetime(file) {} }
        let facts = try library.facts(of: file, files.main), size = PixelSize(width: facts.uprightSize.width, height: facts.uprightSize.height)
        if kind == .video {
            content.movie = try library.movie(in: files.main)
        } else {
            content.orientation = Int32(facts.orientation)
            (content.photo, content.folder) = try photo(files.main, file)
            if let movie = files.movie {
                content.live = LivePhotoEditingSource(
                    library: library, still: files.main, movie: movie, uuid: now.uuid, size: size, facts: facts,
                    rendering: try LivePhotoRendering(library, still: facts, movie: movie, of: now.uuid))
                content.livePhoto = PHLivePhoto(
                    still: size, target: PHImageManagerMaximumSize, mode: .default, resources: [files.main, movie].compactMap { PHAssetResource($0, of: asset) })
            }
        }
        if !skipsImage { content.displaySizeImage = displayImage(now, files, file, size) }
        return PHContentEditingInput(content)
    }

    /// The asset and its files as they are now, with the original that the client chose.
    private func current() throws -> (AssetRecord, [ResourceRecord]) {
        var (now, resources) = try library.assetNow(asset.record)
        guard let choice else { return (now, resources) }
        guard resources.alternateRaw != nil, resources.first(.photo) != nil else {
            throw PHPhotosError(.requestNotSupportedForAsset, "\(now.filename) is no pair of a RAW and another photo, so there is no original to choose. Leave the choice.")
        }
        now.originalChoice = choice
        return (now, resources)
    }

    /// The recipe of the edit in force, where the client takes it.
    private func adjustmentData(_ now: AssetRecord, _ resources: [ResourceRecord]) throws -> PHAdjustmentData? {
        guard let canHandle = canHandle.value, let edit = resources.adjustmentData, now.hasAdjustments else { return nil }
        if let known = decision.withLock({ $0 }), known.edit == edit.id { return known.data }
        let file = try library.adjustment(in: edit, of: now)
        let data = try PHAdjustmentData(file, of: now, resources, library)
        let taken = canHandle(data) ? data : nil
        decision.withLock { $0 = (edit.id, taken) }
        return taken
    }

    private func photo(_ resource: ResourceRecord, _ file: OpenFile) throws -> (URL, EditingFolder?) {
        if try library.isProtected(file) { return (try library.fileURL(of: file, resource), nil) }
        let folder = EditingFolder()
        return (try library.protectedCopy(of: resource, file, in: folder.make()), folder)
    }

    /// As large as a preview, which is what there is of the current version, and never enlarged.
    private func displayImage(_ now: AssetRecord, _ files: EditingFiles, _ file: OpenFile, _ size: PixelSize) -> UIImage? {
        let target = max(size.width, size.height) > 1440 ? PixelSize(width: 1440, height: 1440) : nil
        if files.isCurrent, choice == nil {
            var request = ImageRequest(.current, of: now, through: ResourceAccess(library))
            (request.target, request.mode, request.exact, request.priority) = (target, .fit, true, .interactive)
            return (try? library.images.renderNow(request)).map { UIImage($0) }
        }
        var request = RenderRequest()
        (request.target, request.mode) = (target, .fit)
        let picture = try? library.decoder.render(MediaSource(descriptor: file.descriptor, name: files.main.filename), request)
        return picture.map { UIImage(cgImage: CGImage($0)) }
    }
}
