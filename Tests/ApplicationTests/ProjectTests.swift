#if OPENPHOTOKIT
    import Foundation
    import Photos
    import SharedWorld
    import Testing

    extension ApplicationTests {
        /// Projects exist on the Mac only, and only in an extension's hands: there is no fetch that an application could ask.
        @Suite struct Projects {
            let world: World
            init() throws { world = try World() }

            @Test func aProjectKeepsItsData() throws {
                let days = try world.saveDays(3)
                let project: PHProject = try world.inventProject("Book", days)
                #expect(project.localizedTitle == "Book")
                #expect(project.projectExtensionData == Data())
                #expect(!project.hasProjectPreview)
                try PHPhotoLibrary.shared().performChangesAndWait {
                    let request = PHProjectChangeRequest(project: project)
                    request.title = "Calendar"
                    request.projectExtensionData = Data("pages".utf8)
                    request.setKeyAsset(days[2])
                    request.removeAssets([days[0]])
                }
                let after = try world.project(project.localIdentifier)
                #expect(after.localizedTitle == "Calendar")
                #expect(after.projectExtensionData == Data("pages".utf8))
                #expect(PHAsset.fetchAssets(in: after, options: nil).all == [days[1], days[2]])
                #expect(PHAsset.fetchKeyAssets(in: after, options: nil)?.firstObject == days[2])
                let rest = PHAsset.fetchAssets(in: after, options: nil)
                try PHPhotoLibrary.shared().performChangesAndWait { PHProjectChangeRequest(project: after).removeAssets(rest) }
                #expect(PHAsset.fetchAssets(in: after, options: nil).count == 0)
            }

            @Test func dataOfMoreThanAMegabyteIsRefused() throws {
                let project = try world.inventProject("Book", [])
                #expect(throws: (any Error).self) {
                    try PHPhotoLibrary.shared().performChangesAndWait {
                        PHProjectChangeRequest(project: project).projectExtensionData = Data(count: 1_048_577)
                    }
                }
                #expect(try world.project(project.localIdentifier).projectExtensionData == Data())
            }
        }
    }
#endif
