import Browser
import Foundation
import LibraryEngine
import PhotosTesting
import Synchronization
import TestSupport
import Testing

extension GalleryTests {
    /// What a page says where a store does not give or take what it should: of what, why, and what to do.
    @Suite struct StoreErrors {
        private func add(_ number: Int, to world: World) throws -> String {
            let photo = World.NewAsset(
                filename: "IMG_\(number).JPG", date: Date(timeIntervalSince1970: 1_688_200_000 + Double(number) * 86_400),
                photo: try FixtureImages.jpeg(width: 480, height: 360, seed: number))
            return try #require(try world.add([photo]).first)
        }

        private func connect(_ world: World, to address: String) throws {
            var settings = CloudSettings(address: address)
            settings.pinnedDays = 0
            try world.library.configureCloud(settings)
        }

        private func files(below folder: URL, _ isWanted: (String) -> Bool) throws -> [URL] {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter(isWanted).map { folder.appending(path: $0) }
        }

        @Test(arguments: [true, false]) func `a photo whose object is gone or changed says which, and where it may still be`(isGone: Bool) async throws {
            let world = try World(), store = world.folder.appending(path: "store"), id = try add(0, to: world)
            try connect(world, to: store.path)
            _ = try world.library.upload()
            #expect(try world.library.evict(downTo: 0).files == 1)
            let object = try #require(try files(below: store.appending(path: "objects/originals")) { $0.lowercased().hasSuffix(".jpg") }.first)
            try FileManager.default.removeItem(at: object)
            if !isGone { try FixtureImages.jpeg(width: 480, height: 360, seed: 9).write(to: object) }
            // What was made of it when it came would go on standing for it.
            for preview in try files(below: world.url, { $0.contains("previews/") }) { try? FileManager.default.removeItem(at: preview) }
            try await Gallery.serve(world) { gallery in
                try await Chromium.shared().withPage { page in
                    page.log.forgive("Failed to load resource")
                    try await page.prove(Gallery.token)
                    try await page.open(gallery.address + "#/library/asset/\(id)")
                    try await page.waitFor("document.querySelector('#viewer .slide-problem')", "the problem")
                    let words = try await page.evaluate("document.querySelector('.slide-problem').innerText", as: String.self)
                    #expect(words.contains(isGone ? "The cloud has no IMG_0.JPG any more" : "What the cloud has as IMG_0.JPG is not the file that was imported"), "\(words)")
                    #expect(words.localizedCaseInsensitiveContains("restore it from a backup") && words.contains(isGone ? "import it again" : "import the file again"), "\(words)")
                    await page.keepScreenshot(named: isGone ? "store-gone" : "store-changed")
                }
            }
        }

        /// The line of what is on its way, of a library that is served while something waits for the store.
        private func reason(in world: World) async throws -> String {
            let service = CloudService(world.library)
            service.start()
            defer { service.stop() }
            return try await Gallery.open(world, cloud: service) { gallery in
                let line = "document.querySelector('#transfers')"
                try await gallery.page.waitFor(
                    "\(line).checkVisibility() && \(line).querySelector('p').textContent.startsWith('The cloud can’t be brought up to date')", "the line")
                return try await gallery.page.evaluate("\(line).querySelector('p.quiet').textContent", as: String.self)
            }
        }

        @Test func `a folder that became another library's is refused by name`() async throws {
            let world = try World(), other = try World(), mark = "objects/library.json"
            let stores = [world, other].map { $0.folder.appending(path: "store") }
            for (library, store) in zip([world, other], stores) { try connect(library, to: store.path) }
            _ = try add(0, to: world)
            // As where another disk is mounted in its place.
            let theirs = try Data(contentsOf: stores[1].appending(path: mark))
            try FileManager.default.removeItem(at: stores[0].appending(path: mark))
            try theirs.write(to: stores[0].appending(path: mark))
            withExtendedLifetime(other) {}
            let reason = try await reason(in: world)
            #expect(reason.contains(stores[0].path) && reason.contains("another library") && reason.contains("Choose another"), "\(reason)")
        }

        enum Refusal: String, CaseIterable, Sendable { case wrongKey, expired }

        @Test(.enabled(if: S3Server.isInstalled, "Ceph is not installed: Scripts/debian-packages check"), arguments: Refusal.allCases)
        func `a bucket that does not let us in any more is named with what to get`(_ refusal: Refusal) async throws {
            let server = try S3Server.shared(), isExpired = Atomic(false)
            let proxy = try FaultyProxy(to: server.port) { isExpired.load(ordering: .relaxed) ? .refuse(status: 400, code: "ExpiredToken") : .none }
            defer { proxy.stop() }
            let keys = Mutex(["AWS_ACCESS_KEY_ID": server.accessKey, "AWS_SECRET_ACCESS_KEY": server.secretKey])
            let world = try World(variable: { name in keys.withLock { $0[name] } })
            try connect(world, to: "s3://\(server.bucket)/\(UUID().uuidString.lowercased())?endpoint=http://127.0.0.1:\(proxy.port)")
            _ = try add(0, to: world)
            _ = try world.library.upload()
            _ = try add(1, to: world)
            switch refusal {
            case .wrongKey: keys.withLock { $0["AWS_SECRET_ACCESS_KEY"] = "another" }
            case .expired: isExpired.store(true, ordering: .relaxed)
            }
            let reason = try await reason(in: world)
            #expect(reason.contains("bucket \(server.bucket)"), "\(reason)")
            #expect(reason.contains(refusal == .expired ? "have expired. Get new ones" : "does not accept the access key or its secret"), "\(reason)")
        }
    }
}
