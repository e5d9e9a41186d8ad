import Foundation
import LibraryEngine
import PhotoModel
import Pixels

/// Changes a project, inside a change block. <https://developer.apple.com/documentation/photos/phprojectchangerequest>
///
/// Projects are deleted as albums are. Those that are made here are an addition: Apple's are made in its own application.
open class PHProjectChangeRequest: PHChangeRequest {
    /// Bytes of `projectExtensionData` at most.
    static let dataLimit = 1_048_576

    private let uuid: UUID
    private let isNew: Bool
    private var titleNow: String
    private var isRenamed = false
    private var dataNow: Data
    private var isDataSet = false
    private var added: [PHObject] = []
    private var removed: [PHObject] = []
    private var keyAsset: PHAsset??
    private var preview: UIImage?
    private var encodedPreview: Data?

    /// Changes an existing project when the block's changes are made.
    public init(project: PHProject) {
        (uuid, isNew, titleNow, dataNow) = (project.uuid, false, project.localizedTitle ?? "", project.projectExtensionData)
        super.init()
        enroll()
    }

    /// A request that asks for nothing, wherever it is made: for test doubles.
    public override init() {
        (uuid, isNew, titleNow, dataNow) = (Self.newUUID(), false, "", Data())
        super.init()
    }

    private init(newTitle: String, data: Data, assets: [PHObject]) {
        (uuid, isNew, titleNow, dataNow, added) = (Self.newUUID(), true, newTitle, data, assets)
        super.init()
        enroll()
    }

    /// Makes a project with these assets, or placeholders of them, in their order. Addition.
    @discardableResult
    open class func creationRequestForProject(
        withTitle title: String, extensionData: Data = Data(), assets: [PHObject] = []
    ) -> PHProjectChangeRequest {
        PHProjectChangeRequest(newTitle: title, data: extensionData, assets: assets)
    }

    /// Stands for the project, with its final identifier. Addition.
    open var placeholderForCreatedProject: PHObjectPlaceholder {
        PHObjectPlaceholder(uuid: uuid, suffix: PHProject.identifierSuffix, session: session)
    }

    /// The title that the project has, or gets.
    open var title: String {
        get { titleNow }
        set { (titleNow, isRenamed) = (newValue, true) }
    }

    /// What the application keeps with the project. More than 1 MB fails the block with `.limitExceeded`.
    open var projectExtensionData: Data {
        get { dataNow }
        set { (dataNow, isDataSet) = (newValue, true) }
    }

    /// The asset that stands for the project; `nil`: its first.
    open func setKeyAsset(_ keyAsset: PHAsset?) { self.keyAsset = .some(keyAsset) }

    /// A picture of the project, best 1024 × 1024 pixels. It is an `NSImage` on macOS.
    open func setProjectPreviewImage(_ previewImage: UIImage) { preview = previewImage }

    /// Takes assets out of the project; they stay in the library.
    open func removeAssets<T: Sequence>(_ assets: T) where T.Element: PHAsset { removed += assets.map { $0 as PHObject } }

    /// Takes assets out of the project; they stay in the library.
    open func removeAssets(_ assets: PHFetchResult<PHAsset>) {
        removed += assets.objects(at: IndexSet(integersIn: 0..<assets.count)) as [PHObject]
    }

    override func validate() throws(PHPhotosError) {
        guard dataNow.count > Self.dataLimit else { return }
        throw PHPhotosError(
            .limitExceeded,
            "A project keeps at most 1 MB of its application's data; these are \(dataNow.count) bytes. Keep them in a file of your own.")
    }

    override func prepare(_ library: PhotoLibrary) throws {
        guard let preview else { return }
        guard let upright = preview.uprightImage else {
            throw PHPhotosError(.invalidResource, "The preview holds data that can't be decoded.")
        }
        encodedPreview = Data(try library.decoder.encode(PixelImage(upright), as: upright.hasAlpha ? .png : .jpeg(quality: 90)).bytes)
    }

    override func insert(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        guard isNew else { return }
        let record = CollectionRecord(uuid: uuid, type: .album(.albumRegular), title: titleNow)
        try transaction.makeProject(collectionID: transaction.insert(record, at: nil), extensionData: dataNow)
    }

    override func perform(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        let record = try transaction.collection(of: placeholderForCreatedProject)
        if isRenamed { try transaction.update(collectionID: record.id) { $0.title = titleNow } }
        if isDataSet { try transaction.setProjectExtensionData(dataNow, collectionID: record.id) }
        if let encodedPreview { try transaction.setProjectPreview(encodedPreview, collectionID: record.id) }
        if !added.isEmpty { try transaction.addMembers(added.map { try transaction.assetID(of: $0) }, to: record.id) }
        if !removed.isEmpty { try transaction.removeMembers(removed.compactMap { try transaction.reader.assetID(uuid: $0.uuid) }, from: record.id) }
        if let keyAsset {
            let id = try keyAsset.map { try transaction.assetID(of: $0) }
            try transaction.update(collectionID: record.id) { $0.keyAssetID = id }
        }
    }
}
