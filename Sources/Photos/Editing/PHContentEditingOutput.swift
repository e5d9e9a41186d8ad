import Foundation
import LibraryEngine
import PhotoModel

/// What came of an edit. <https://developer.apple.com/documentation/photos/phcontenteditingoutput>
///
/// The rendering is written to `renderedContentURL`, the recipe goes into `adjustmentData`, and the output into
/// `PHAssetChangeRequest.contentEditingOutput` inside a change block. Its files lie in a temporary folder and go with it. For one thread at a time.
open class PHContentEditingOutput: NSObject {
    enum Subject {
        case edit(EditingSession)
        case creation(UUID)
        /// Of an input that belongs to no asset.
        case nothing
    }

    let subject: Subject
    /// `nil` where it is not known yet.
    let content: EditedContent?
    private let folder = EditingFolder()
    /// Keeps the files that are edited.
    private let input: PHContentEditingInput?
    /// Where something may have been written, the last that was asked for first.
    private var asked: [UTType] = []

    /// Of no asset, for test doubles. A block that it is committed in fails with `PHPhotosError.changeNotSupported`.
    public override init() { (input, content, subject) = (nil, nil, .nothing) }

    /// For an edit of an asset.
    public init(contentEditingInput: PHContentEditingInput) {
        input = contentEditingInput
        content = contentEditingInput.editing?.content
        subject = contentEditingInput.editing.map { .edit($0) } ?? .nothing
    }

    /// For an asset that is created with an edit, in the block of its creation request.
    public init(placeholderForCreatedAsset: PHObjectPlaceholder) {
        let uuid = placeholderForCreatedAsset.uuid
        (input, subject) = (nil, .creation(uuid))
        content = ChangeSession.current?.creation(of: uuid)?.editedContent
    }

    /// What the edit was. Without it the block fails.
    open var adjustmentData: PHAdjustmentData?

    /// Where to write the edited photo or video, upright, in the default type. The file is not there yet; its folder is.
    open var renderedContentURL: URL { location((content ?? .photo).types[0]) }

    /// What is written to `renderedContentURL`: a JPEG, or for a video a QuickTime movie. `nil` for an asset that is being created and has no photo or video yet.
    open var defaultRenderedContentType: UTType? { content?.types[0] }

    /// What may be written: JPEG or HEIC for a photo, a QuickTime movie or MPEG-4 for a video; for a Live Photo also a QuickTime movie, which is its movie.
    open var supportedRenderedContentTypes: [UTType] { content.map { $0.types + $0.movieTypes } ?? EditedContent.photo.types + EditedContent.video.types }

    /// Where to write the rendering in one of the supported types, instead of `renderedContentURL`; and the rendered movie of a Live Photo, beside its still.
    /// - Throws: `PHPhotosError.requestNotSupportedForAsset` for another type.
    open func renderedContentURL(for type: UTType) throws -> URL {
        guard supportedRenderedContentTypes.contains(type) else {
            let types = supportedRenderedContentTypes.map(\.identifier).joined(separator: ", ")
            throw PHPhotosError(.requestNotSupportedForAsset, "The edit can't be rendered as \(type.identifier). Ask for one of \(types).")
        }
        return location(type)
    }

    /// What an edit of a photo is made of.
    var photo: (library: PhotoLibrary, resource: ResourceRecord)? { input?.picture }

    /// The same, where it is a Live Photo.
    var live: LivePhotoEditingSource? { input?.live }

    /// Writes a rendering to its place, and the movie of a Live Photo to its own: both, or neither.
    /// - Parameter movie: is moved there.
    /// - Throws: a `LibraryError`.
    func publish(_ still: Data, movie: URL?) throws {
        let place = renderedContentURL, target = try movie.map { _ in try renderedContentURL(for: .quickTimeMovie) }
        do {
            guard let movie, let target else { return try still.write(to: place, options: .atomic) }
            for url in [place, target] where FileManager.default.fileExists(atPath: url.path) { try FileManager.default.removeItem(at: url) }
            try still.write(to: place, options: .atomic)
            try FileManager.default.moveItem(at: movie, to: target)
        } catch {
            if movie != nil { try? FileManager.default.removeItem(at: place) }
            throw LibraryError.noTemporaryFiles(error.localizedDescription, cause: error)
        }
    }

    private func location(_ type: UTType) -> URL {
        asked.removeAll { $0 == type }
        asked.insert(type, at: 0)
        return place(type)
    }

    private func place(_ type: UTType) -> URL { folder.file("FullSizeRender.\(type.preferredFilenameExtension ?? "data")") }

    /// The rendering of such an asset, wherever it was written; where there are several files, the one whose place was asked for last.
    func rendering(of content: EditedContent) -> URL? { written(content.types) ?? written(asked.filter { !content.movieTypes.contains($0) }) }

    /// The rendered movie of a Live Photo.
    func movie(of content: EditedContent) -> URL? { written(content.movieTypes) }

    private func written(_ types: [UTType]) -> URL? {
        asked.filter(types.contains).map(place).first { FileManager.default.fileExists(atPath: $0.path) }
    }
}
