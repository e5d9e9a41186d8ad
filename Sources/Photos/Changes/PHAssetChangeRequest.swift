import Adjustments
import Foundation
import LibraryEngine
import PhotoModel

/// Creates, changes or deletes assets, inside a change block. <https://developer.apple.com/documentation/photos/phassetchangerequest>
open class PHAssetChangeRequest: PHChangeRequest {
    enum Subject {
        case nothing
        case asset(PHAsset)
        case new(uuid: UUID)
    }

    private(set) var subject: Subject
    /// What a new asset is to be made of.
    var inputs: [ResourceInput] = []
    /// Of a RAW and JPEG pair; `nil` where nobody chose.
    var originalChoice: OriginalChoice?
    /// What a new photo is to show.
    var creationAdjustments: PhotoAdjustments?
    private var image: UIImage?
    private var prepared: PreparedAsset?
    var edits = AssetEdits()
    /// What happens to the picture or video itself.
    var content: ContentChange?
    private var preparedContent: ContentChange.Prepared?
    /// Which burst it is to be a frame of.
    var burst: BurstChange?
    private var outcome: (session: EditingSession, revision: Int64)?

    /// A request that asks for nothing, wherever it is made: for test doubles.
    public required override init() {
        subject = .nothing
        super.init()
    }

    private init(changing asset: PHAsset) {
        subject = .asset(asset)
        super.init()
        enroll()
    }

    /// A new asset.
    class func creationRequest() -> Self {
        let request = self.init()
        request.subject = .new(uuid: newUUID())
        request.enroll()
        return request
    }

    /// Changes an asset; what is not set stays. One that takes no changes fails the block with `.changeNotSupported`.
    @discardableResult
    public convenience init(for asset: PHAsset) { self.init(changing: asset) }
    /// The same by the name of its Objective-C form.
    @discardableResult
    public convenience init(forAsset asset: PHAsset) { self.init(changing: asset) }

    /// A new asset from an image in memory: a JPEG, or a PNG where it has transparency; upright, and dated now unless `creationDate` is set.
    @discardableResult
    open class func creationRequestForAsset(from image: UIImage) -> Self {
        let request = creationRequest()
        request.image = image
        return request
    }

    /// A new asset from a picture's file, which is copied. `nil` where there is no file to read.
    @discardableResult
    open class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? { creationRequest(.photo, fileURL) }

    /// A new asset from a video's file, which is copied. `nil` where there is no file to read.
    @discardableResult
    open class func creationRequestForAssetFromVideo(atFileURL fileURL: URL) -> Self? { creationRequest(.video, fileURL) }

    private class func creationRequest(_ kind: ResourceType, _ url: URL) -> Self? {
        var isFolder: ObjCBool = false
        guard url.isFileURL, FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue,
            FileManager.default.isReadableFile(atPath: url.path)
        else { return nil }
        let request = creationRequest()
        request.inputs = [ResourceInput(kind, .file(url))]
        return request
    }

    /// Moves assets to Recently Deleted. Takes assets in an array, `NSArray`, set or fetch result.
    open class func deleteAssets(_ assets: any NSFastEnumeration) {
        _ = TrashRequest(assets, .delete)
    }

    /// Stands for the asset being created, with its final identifier; `nil` on a request that creates none.
    open var placeholderForCreatedAsset: PHObjectPlaceholder? {
        guard case .new(let uuid) = subject else { return nil }
        return PHObjectPlaceholder(uuid: uuid, suffix: PHAsset.identifierSuffix, session: session)
    }

    var asset: PHAsset? {
        if case .asset(let asset) = subject { asset } else { nil }
    }

    /// Setting `nil` removes the date; one that is not finite fails the block.
    open var creationDate: Date? {
        get { edits.creationDate ?? asset?.creationDate }
        set { edits.creationDate = .some(newValue) }
    }

    /// Setting `nil`, or a location at `kCLLocationCoordinate2DInvalid`, removes the place; one off the globe fails the block.
    open var location: CLLocation? {
        get { edits.location ?? asset?.location }
        set { edits.location = .some(newValue) }
    }

    /// Default: as it is, false for a new asset.
    open var isFavorite: Bool {
        get { edits.isFavorite ?? asset?.isFavorite ?? false }
        set { edits.isFavorite = newValue }
    }

    /// Default: as it is, false for a new asset.
    open var isHidden: Bool {
        get { edits.isHidden ?? asset?.isHidden ?? false }
        set { edits.isHidden = newValue }
    }

    /// Default: as it is, `.unset` for a new asset.
    open var rating: PHAsset.Rating {
        get { edits.rating ?? asset?.rating ?? .unset }
        set { edits.rating = newValue }
    }

    /// `nil` or an empty text removes the caption; more than 100,000 bytes fail the block.
    open var caption: String? {
        get { edits.caption ?? asset?.extendedMetadata.caption }
        set { edits.caption = .some(newValue) }
    }

    /// Without effect where the asset has the keyword. An empty one, or one of more than 1,000 bytes, fails the block.
    open func addKeyword(_ keyword: String) { edits.keywords.append((true, keyword)) }

    /// Without effect where the asset hasn't the keyword.
    open func removeKeyword(_ keyword: String) { edits.keywords.append((false, keyword)) }

    /// Lets a Live Photo appear as a still image, or play again. What is no Live Photo fails the block with `.requestNotSupportedForAsset`.
    open func setLivePhotoVideoPlaybackEnabled(_ enabled: Bool) { edits.playsLivePhoto = enabled }

    /// Whether the user picked this frame of its burst: `burstSelectionTypes` has `.userPick` then, fetches show it, and the earliest of the picked frames stands
    /// for the burst. What is of no burst fails the block with `.requestNotSupportedForAsset`. Addition.
    open var isBurstPick: Bool {
        get { edits.isBurstPick ?? asset?.burstSelectionTypes.contains(.userPick) ?? false }
        set { edits.isBurstPick = newValue }
    }

    var isFromImage: Bool { image != nil }

    /// What came of an edit, to become what the asset shows. An edit that somebody else has overtaken fails the block with `.operationInterrupted`, one of
    /// another asset with `.changeNotSupported`, one without a rendering with `.missingResource`, and one that is none with `.invalidResource`.
    open var contentEditingOutput: PHContentEditingOutput? {
        get { if case .edit(let output) = content { output } else { nil } }
        set { content = newValue.map { .edit($0) } }
    }

    /// Takes edits back, so that the asset shows what the camera took, its own adjustments included. Without effect where nobody edited it. As it was, the
    /// asset is in Recently Deleted for 30 days, under another identifier. An original that is in the cloud only fails the block with
    /// `.networkAccessRequired`, and a new asset with `.changeNotSupported`.
    open func revertAssetContentToOriginal() { content = .revert(nil) }

    /// The same, and from then on shows this one of a RAW and JPEG pair. Anything but a pair fails the block with `.requestNotSupportedForAsset`.
    open func revertAssetContent(to choice: PHAsset.OriginalResourceChoice) { content = .revert(choice) }

    override func validate() throws(PHPhotosError) {
        try edits.validate()
        try validateContent()
        if burst != nil, case .new = subject {
            throw PHPhotosError(.changeNotSupported, "A new asset is of the burst that its file says. Change that in a block of its own, once the asset is there.")
        }
    }

    override var need: ChangeNeed {
        if case .new = subject { .adding } else { .assets }
    }

    override func prepare(_ library: PhotoLibrary) throws {
        guard case .new(let uuid) = subject else {
            if let content, let asset { preparedContent = try content.prepare(library, asset.record, by: session.gate().application) }
            return
        }
        if let image { inputs = [try ResourceInput(image, library)] }
        if case .edit(let output) = content {
            guard let kind = EditedContent(inputs.map(\.kind)) else { throw PHPhotosError(.invalidResource, "Only a photo or a video can be created with an edit.") }
            inputs += try output.inputs(library, kind, of: inputs.originalName ?? uuid.uuidString, isOnOriginal: true, by: session.gate().application)
        }
        let prepared = try library.prepareNewAsset(
            inputs, uuid: uuid, originalChoice: originalChoice, adjustments: creationAdjustments, by: session.gate().application)
        var trial = prepared.record
        try edits.apply(to: &trial)
        self.prepared = prepared
    }

    override func insert(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        if let prepared { try transaction.insert(prepared) { try edits.apply(to: &$0) } }
    }

    override func perform(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        guard let asset else { return }
        if let preparedContent { outcome = try ContentChange.perform(preparedContent, on: transaction.assetID(of: asset), transaction) }
        try burst?.perform(on: transaction.assetID(of: asset), transaction)
        let now = library.environment.now().timeIntervalSinceReferenceDate
        try transaction.update(asset, in: library, wasChangeable: preparedContent != nil) { record in
            let before = record
            try edits.apply(to: &record)
            if record != before { record.modificationDate = now }
        }
    }
    override func committed() { if let outcome { outcome.session.committed(as: outcome.revision) } }
}
