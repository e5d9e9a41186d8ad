import Foundation
import Photos
import PhotosTesting
import Testing

/// What an application gets of resources that it held on to while its access changed.
@Suite(.timeLimit(.minutes(20))) struct ResourceAccessTests {
    private func ends(_ resources: [PHAssetResource], _ folder: URL) -> [String] {
        resources.enumerated().map { index, resource in
            let data = ResourceHistory(), file = ResourceHistory()
            data.request(resource)
            let target = folder.appendingPathComponent("\(UUID().uuidString)")
            let (read, written) = (data.all().last ?? "", file.write(resource, to: target).last ?? "")
            return read == written ? read : "\(read), but \(written)"
        }
    }

    @Test func bytesFollowTheGrant() throws {
        let world = try AccessWorld(), folder = world.temporary.folder
        world.keepEverythingSeen()
        let resources = world.everythingSeen.prefix(2).compactMap { $0.resource(.photo) }
        let shown = world.everythingSeen.prefix(1).compactMap { asset in world.assets.first { $0.localIdentifier == asset.localIdentifier } }
        #expect(resources.count == 2)
        #expect(ends(resources, folder) == ["done", "done"])
        try world.grant(.limited(shown))
        #expect(ends(resources, folder) == ["done", "error 3201"])
        try world.grant(.addOnly)
        #expect(ends(resources, folder) == ["error 3311", "error 3311"])
        try world.grant(.denied)
        #expect(ends(resources, folder) == ["error 3311", "error 3311"])
        try world.grant(.full)
        #expect(ends(resources, folder) == ["done", "done"])
    }

    @Test func aResourceGoesToItsOwnLibrary() throws {
        let worlds = [try AccessWorld(count: 1), try AccessWorld(count: 1)]
        let resources = worlds.compactMap { $0.assets.first?.resource(.photo) }
        for (index, resource) in resources.enumerated() {
            let history = ResourceHistory()
            history.request(resource)
            #expect(history.all().last == "done")
            try worlds[index].temporary.unmount()
            let late = ResourceHistory()
            late.request(resource)
            #expect(late.all() == ["error 3114"])
        }
    }
}
