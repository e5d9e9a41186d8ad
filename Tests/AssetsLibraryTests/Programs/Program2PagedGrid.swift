import AssetsLibrary
import Foundation
import SharedWorld
import Testing
import UIKit

/// A grid that loads fifty assets at a time, the newest first.
final class PagedGrid {
    let group: ALAssetsGroup
    var assets = [ALAsset]()
    private var nextIndex: Int

    init(group: ALAssetsGroup) {
        self.group = group
        nextIndex = group.numberOfAssets()
    }

    /// False when there is no more.
    func loadPage() -> Bool {
        let upper = nextIndex
        let lower = max(0, upper - 50)
        if upper == lower { return false }
        group.enumerateAssets(at: IndexSet(integersIn: lower..<upper), options: NSEnumerationOptions.reverse) { (result, index, stop) in
            if let asset = result {
                self.assets.append(asset)
            }
        }
        nextIndex = lower
        return true
    }

    func firstVideo() -> ALAsset? {
        var video: ALAsset? = nil
        group.enumerateAssets({ (result, index, stop) in
            if let asset = result, asset.value(forProperty: ALAssetPropertyType) as! String == ALAssetTypeVideo {
                video = asset
                stop?.pointee = true
            }
        })
        return video
    }

    func badge(_ asset: ALAsset) -> String {
        if let duration = asset.value(forProperty: ALAssetPropertyDuration) as? NSNumber {
            return String(format: "%d:%02d", duration.intValue / 60, duration.intValue % 60)
        }
        return ""
    }

    func cellSize(_ asset: ALAsset) -> CGSize {
        let size = asset.defaultRepresentation().dimensions()
        return CGSize(width: 100, height: 100 * size.height / size.width)
    }
}

extension AssetsLibraryTests {
    @Suite struct Program2 {
        let world: World
        init() throws { world = try World() }

        @Test func pagesOfFiftyComeNewestFirst() async throws {
            let photos = try world.invent(120) { index, facts in
                if index == 60 { (facts.type, facts.duration) = (.video, 83) }
            }
            let library = ALAssetsLibrary(), grid = PagedGrid(group: try await library.cameraRoll())
            var sizes: [Int] = []
            while grid.loadPage() { sizes.append(grid.assets.count) }
            #expect(sizes == [50, 100, 120] && grid.assets.map(\.photoAsset) == photos.reversed())
            let video = try #require(grid.firstVideo())
            #expect(grid.badge(video) == "1:23" && grid.badge(grid.assets[0]) == "" && grid.cellSize(video) == CGSize(width: 100, height: 75))
            withExtendedLifetime(library) {}
        }
    }
}
