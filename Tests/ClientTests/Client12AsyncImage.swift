import Dispatch
import Foundation
import Photos
import SharedWorld
import Testing
import UIKit

/// What an editor asks of anything that has a picture.
private protocol AsyncImage: AnyObject {
    func load(_ size: CGSize, _ completion: @escaping (UIImage?) -> Void)
    func cancelAll()
}

/// Request ids by object: what clients keep as associated objects elsewhere.
private final class RequestTable {
    static let shared = RequestTable()
    private var ids: [ObjectIdentifier: [PHImageRequestID]] = [:]
    private let lock = NSLock()

    func add(_ id: PHImageRequestID, to object: AnyObject) {
        lock.lock()
        ids[ObjectIdentifier(object), default: []].append(id)
        lock.unlock()
    }

    func take(_ object: AnyObject) -> [PHImageRequestID] {
        lock.lock()
        defer { lock.unlock() }
        return ids.removeValue(forKey: ObjectIdentifier(object)) ?? []
    }
}

extension PHAsset: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["localIdentifier": localIdentifier]) }
}

extension PHAsset: AsyncImage {
    func load(_ size: CGSize, _ completion: @escaping (UIImage?) -> Void) {
        let quick = PHImageRequestOptions()
        quick.deliveryMode = .opportunistic
        quick.resizeMode = .fast
        let first = PHImageManager.default().requestImage(for: self, targetSize: size, contentMode: .aspectFill, options: quick) { image, info in
            if (info?[PHImageCancelledKey] as? Bool) == true { return }
            if let image = image { completion(image) }
        }
        RequestTable.shared.add(first, to: self)
        let full = PHImageRequestOptions()
        full.deliveryMode = .highQualityFormat
        full.isNetworkAccessAllowed = true
        let second = PHImageManager.default().requestImage(for: self, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: full) { image, info in
            if (info?[PHImageCancelledKey] as? Bool) == true { return completion(nil) }
            completion(image)
        }
        RequestTable.shared.add(second, to: self)
    }

    func cancelAll() {
        RequestTable.shared.take(self).forEach { PHImageManager.default().cancelImageRequest($0) }
    }
}

extension ClientTests {
    @Test func client12AProtocolOfTheClientsOwnOnAssets() async throws {
        let world = try World()
        let source: AsyncImage = try world.save()
        let sizes: [CGSize] = await withCheckedContinuation { continuation in
            var heard: [CGSize] = []
            source.load(CGSize(width: 16, height: 12)) { image in
                heard.append(image?.size ?? .zero)
                if image?.size == CGSize(width: 64, height: 48) { continuation.resume(returning: heard) }
            }
        }
        #expect(sizes.last == CGSize(width: 64, height: 48))
        #expect(Mirror(reflecting: source).children.first?.label == "localIdentifier")
        await MainActor.run {
            source.load(CGSize(width: 8, height: 8)) { _ in }
            source.cancelAll()
            source.cancelAll()
        }
    }
}
