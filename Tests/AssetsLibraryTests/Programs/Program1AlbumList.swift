import AssetsLibrary
import Foundation
import SharedWorld
import Testing
import UIKit

/// The list of albums of an image picker: permission, names, counts, posters.
final class AlbumListController: NSObject {
    let assetsLibrary = ALAssetsLibrary()
    var groups: [ALAssetsGroup] = []
    var message: String?
    var onReload: (() -> Void)?

    func viewDidLoad() {
        let status = ALAssetsLibrary.authorizationStatus()
        if status == ALAuthorizationStatus.denied || status == ALAuthorizationStatus.restricted {
            message = "Please allow access to your photos in Settings"
            onReload?()
            return
        }
        assetsLibrary.enumerateGroups(
            withTypes: ALAssetsGroupType(ALAssetsGroupAll),
            using: { (group: ALAssetsGroup?, stop: UnsafeMutablePointer<ObjCBool>?) in
                if let group = group {
                    group.setAssetsFilter(ALAssetsFilter.allPhotos())
                    if group.numberOfAssets() > 0 {
                        self.groups.append(group)
                    }
                } else {
                    if self.groups.count == 0 {
                        self.message = "No photos"
                    }
                    self.onReload?()
                }
            },
            failureBlock: { (error: Error?) in
                self.message = (error as NSError?)?.localizedDescription
                self.onReload?()
            })
    }

    func title(row: Int) -> String {
        let group = groups[row]
        let name = group.value(forProperty: ALAssetsGroupPropertyName) as! String
        return "\(name) (\(group.numberOfAssets()))"
    }

    func icon(row: Int) -> UIImage {
        return UIImage(cgImage: groups[row].posterImage().takeUnretainedValue())
    }
}

extension AssetsLibraryTests {
    @Suite struct Program1 {
        let world: World
        init() throws { world = try World() }

        @MainActor @Test func albumsAreListedWithTheirPhotos() async throws {
            let photo = try world.save()
            try world.album("Trip", [photo])
            try world.album("Empty")
            try world.invent(1) { _, facts in facts.type = .video }
            let controller = AlbumListController()
            await withCheckedContinuation { done in
                controller.onReload = { done.resume() }
                controller.viewDidLoad()
            }
            #expect(controller.groups.count == 2 && controller.message == nil)
            #expect(controller.title(row: 0).hasSuffix(" (1)") && controller.title(row: 1) == "Trip (1)")
            #expect(controller.icon(row: 1).size.width == 150)
        }

        @MainActor @Test func whoIsDeniedReadsWhereToAllowIt() async throws {
            world.newcomer(answered: .nothing)
            let controller = AlbumListController()
            await withCheckedContinuation { done in
                controller.onReload = { done.resume() }
                controller.viewDidLoad()
            }
            #expect(controller.message?.isEmpty == false && controller.groups.isEmpty)
        }
    }
}
