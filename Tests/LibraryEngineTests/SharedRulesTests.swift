import Catalog
import Foundation
import Imaging
import Importing
import PhotoModel
import Testing

@testable import LibraryEngine

/// What the API and the command line must not decide each for itself.
@Suite struct SharedRulesTests {
    private func resources(_ list: [(ResourceType, String)]) -> [ResourceRecord] {
        list.enumerated().map { index, item in
            ResourceRecord(
                type: item.0, filename: item.0.name, uniformType: item.1, size: 1, sha256: Data(repeating: UInt8(index), count: 32),
                location: .managed(path: "\(index)"))
        }
    }

    @Test func eachVersionHasItsResource() {
        let jpeg = "public.jpeg", raw = "com.canon.cr3-raw-image"
        let cases: [(resources: [(ResourceType, String)], expected: [String?])] = [
            ([(.photo, jpeg)], ["photo", "photo", "photo"]),
            ([(.photo, jpeg), (.alternatePhoto, raw)], ["photo", "photo", "alternatePhoto"]),
            ([(.photo, jpeg), (.alternatePhoto, "public.camera-raw-image")], ["photo", "photo", "alternatePhoto"]),
            ([(.photo, raw), (.alternatePhoto, jpeg)], ["photo", "photo", "photo"]),
            ([(.fullSizePhoto, jpeg), (.photo, jpeg), (.alternatePhoto, raw), (.pairedVideo, "x")], ["fullSizePhoto", "photo", "alternatePhoto"]),
            ([(.video, "x"), (.fullSizeVideo, "x")], ["fullSizeVideo", "video", "video"]),
            ([(.sidecar, "x")], [nil, nil, nil]),
        ]
        var asset = AssetRecord(uuid: UUID(), mediaType: .image, addedDate: 0, filename: "", uniformType: jpeg)
        for (list, expected) in cases {
            let found = [ImageRequest.Version.current, .unadjusted, .original].map { resources(list).showing($0, of: asset)?.filename }
            #expect(found == expected, "\(list)")
        }
        // With the RAW chosen as the original it is what an unedited pair shows, and an edit's rendering all the same.
        asset.originalChoice = .raw
        let chosen = [[(ResourceType.photo, jpeg), (.alternatePhoto, raw)], [(.photo, jpeg), (.alternatePhoto, raw), (.fullSizePhoto, jpeg)]].map { list in
            [ImageRequest.Version.current, .unadjusted, .original].map { resources(list).showing($0, of: asset)?.filename }
        }
        #expect(chosen == [["alternatePhoto", "alternatePhoto", "alternatePhoto"], ["fullSizePhoto", "alternatePhoto", "alternatePhoto"]])
    }

    @Test func aDescriptorIsTheCallers() throws {
        let fixture = try LibraryFixture()
        let resource = try fixture.resource(fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")))]))
        let descriptor = try fixture.library.openDescriptor(resource)
        #expect(descriptor > 2 && fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        #expect(try handle.readToEnd() == LibraryFixture.jpeg("a"))
        try FileManager.default.removeItem(at: fixture.file(of: resource))
        let error = #expect(throws: LibraryError.self) { try fixture.library.openDescriptor(resource) }
        #expect(error?.code == .missing)
    }

    @Test func aSmartAlbumsUUIDTellsItsSubtype() {
        #expect(SmartAlbumIdentity.uuid(AlbumSubtype(rawValue: 203)).uuidString == "534D4152-5400-4000-8000-0000000000CB")
        for subtype in [0, 1, 201, 255, 256, 65_535] { #expect(SmartAlbumIdentity.subtype(of: SmartAlbumIdentity.uuid(AlbumSubtype(rawValue: subtype)))?.rawValue == subtype) }
        #expect(SmartAlbumIdentity.subtype(of: UUID()) == nil)
    }

    @Test func smartAlbumsAreNamedInTheUsersLanguage() {
        let expected = [
            ["en"]: "Favorites", ["de_DE.UTF-8"]: "Favoriten", ["fr_FR.UTF-8"]: "Favorites", []: "Favorites", ["zh_CN.UTF-8"]: "个人收藏", ["zh-Hant"]: "喜好項目", ["zh_TW"]: "喜好項目",
        ]
        for (languages, title) in expected { #expect(SmartAlbum.with(.favorites)?.title(in: TitleLanguage(languages)) == title) }
        #expect(SmartAlbum.with(.albumRegular) == nil)
    }
}
