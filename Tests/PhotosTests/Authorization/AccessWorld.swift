import Foundation
import Photos
import PhotosTesting
import Synchronization

/// A library with a bit of everything, its owner, and an application that somebody decides about.
final class AccessWorld: Sendable {
    static let application = "org.example.viewer"

    let temporary: TemporaryLibrary
    var owner: PHPhotoLibrary { temporary.photoLibrary }
    /// The application's view.
    let viewer: PHPhotoLibrary
    /// With files, oldest first.
    let assets: [PHAsset]
    /// Has all of them.
    let album: PHAssetCollection
    let folder: PHCollectionList
    private let kept = Mutex<[PHAsset]>([])

    init(count: Int = 4, policy: (any PHAuthorizationPolicy)? = nil) throws {
        temporary = try TemporaryLibrary()
        viewer = temporary.photoLibrary(for: Self.application, policy: policy)
        let owner = temporary.photoLibrary
        var identifiers: [String] = []
        for index in 0..<count {
            let file = try temporary.file("IMG_\(index).JPG", FixtureImages.jpeg(seed: index))
            try owner.performChangesAndWait {
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                request?.creationDate = Date(timeIntervalSinceReferenceDate: Double(index) * 86_400)
                identifiers.append(request?.placeholderForCreatedAsset?.localIdentifier ?? "")
            }
        }
        let options = PHFetchOptions()
        options.photoLibrary = owner
        let assets = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: options).all
        try owner.performChangesAndWait {
            let trip = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip")
            trip.addAssets(assets as NSFastEnumeration)
            let travels = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Travels")
            travels.addChildCollections([trip.placeholderForCreatedAssetCollection] as NSFastEnumeration)
        }
        self.assets = assets
        guard let album = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options).firstObject,
            let folder = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: options).firstObject
        else {
            throw CocoaError(.featureUnsupported)
        }
        (self.album, self.folder) = (album, folder)
    }

    func options(_ library: PHPhotoLibrary? = nil, _ change: (PHFetchOptions) -> Void = { _ in }) -> PHFetchOptions {
        let options = PHFetchOptions()
        options.photoLibrary = library ?? viewer
        change(options)
        return options
    }

    /// An asset as the application fetched it, while it may.
    func seen(_ index: Int) -> PHAsset? {
        PHAsset.fetchAssets(withLocalIdentifiers: [assets[index].localIdentifier], options: options()).firstObject
    }

    /// Assets that the application holds on to, from when it saw all.
    var everythingSeen: [PHAsset] { kept.withLock { $0 } }
    func keepEverythingSeen() {
        let all = PHAsset.fetchAssets(with: options()).all
        kept.withLock { $0 = all }
    }

    func grant(_ access: TemporaryLibrary.Access) throws { try temporary.grant(access, to: Self.application) }

    func count(_ library: PHPhotoLibrary? = nil) -> Int { PHAsset.fetchAssets(with: options(library)).count }

    /// Whether something is true within a generous time.
    func becomes(_ condition: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if condition() { return true }
            sched_yield()
        }
        return false
    }

    /// What a change block of the application ends with: `ok`, or the error's code.
    func change(_ block: @escaping () -> Void) -> String {
        do {
            try viewer.performChangesAndWait(block)
            return "ok"
        } catch {
            return "\((error as? PHPhotosError)?.code.rawValue ?? -1)"
        }
    }

    /// What asking for an asset's file ends with.
    func data(of asset: PHAsset) -> String {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        let heard = Mutex<[String]>([])
        _ = PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) { data, _, _, info in
            let code = (info?[PHImageErrorKey] as? NSError)?.code
            heard.withLock { $0.append(data != nil ? "ok" : code.map { "\($0)" } ?? "nothing") }
        }
        return heard.withLock { $0 }.joined(separator: ",")
    }

    func image(of asset: PHAsset) -> String {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        let heard = Mutex<[String]>([])
        _ = PHImageManager.default().requestImage(
            for: asset, targetSize: CGSize(width: 16, height: 16), contentMode: .aspectFit, options: options
        ) { image, info in
            let code = (info?[PHImageErrorKey] as? NSError)?.code
            heard.withLock { $0.append(image != nil ? "ok" : code.map { "\($0)" } ?? "nothing") }
        }
        return heard.withLock { $0 }.joined(separator: ",")
    }
}

/// A policy that does what a closure says, and remembers what it was asked.
final class RecordingPolicy: PHAuthorizationPolicy {
    typealias Answer = @Sendable (PHAuthorizationDecision) -> Void
    private let asked = Mutex<[PHAuthorizationRequest]>([])
    private let body: @Sendable (PHAuthorizationRequest, @escaping Answer) -> Void

    init(_ body: @escaping @Sendable (PHAuthorizationRequest, @escaping Answer) -> Void) { self.body = body }

    var requests: [PHAuthorizationRequest] { asked.withLock { $0 } }

    func decide(_ request: PHAuthorizationRequest, answer: @escaping Answer) {
        asked.withLock { $0.append(request) }
        body(request, answer)
    }
}
