import Foundation
import PhotoAsset
import Testing

@Suite struct AssetReferenceTests {
    private static let uuid = "9C5EF6C3-0E1C-4F05-B592-CED2203EFE0F"

    @Test(arguments: [
        uuid, uuid.lowercased(), uuid + "/L0/001", uuid.lowercased() + "/l0/001", "assets-library://asset/asset.JPG?id=\(uuid)&ext=JPG",
        "assets-library://asset/asset.MOV?id=\(uuid)&ext=MOV", "ASSETS-LIBRARY://asset/asset.jpg?ID=\(uuid.lowercased())&ext=jpg",
        "assets-library://asset/asset.PNG?ext=PNG&id=\(uuid)", "assets-library://asset/asset.HEIC?id=\(uuid)&ext=JPG", "assets-library://asset/?id=\(uuid)",
        "assets-library://asset/asset.JPG?id=%39C5EF6C3-0E1C-4F05-B592-CED2203EFE0F&ext=JPG",
    ])
    func everySpellingNamesTheAsset(_ text: String) throws {
        let reference = try #require(AssetReference(text))
        #expect(reference.localIdentifier == Self.uuid + "/L0/001" && reference.description == reference.localIdentifier)
        #expect(reference == AssetReference(Self.uuid))
        if let url = URL(string: text), text.contains(":") { #expect(AssetReference(url) == reference) }
    }

    @Test(arguments: [
        "", "x", "9C5EF6C3-0E1C-4F05-B592", uuid + "/001", uuid + "x", "file:///\(uuid)", "assets-library://asset/asset.JPG", "assets-library://asset/asset.JPG?ext=JPG",
        "assets-library://asset/asset.JPG?id=9C5EF6C3&ext=JPG",
        "assets-library://group/?id=\(uuid)", "ASSETS-LIBRARY://GROUP/?id=\(uuid)", "assets-library://elsewhere/?id=\(uuid)", "assets-library://assets/?id=\(uuid)",
        "assets-library:///?id=\(uuid)", uuid + "/L0/040", uuid + "/L0/020", uuid + "/L0/", uuid + "/L0",
    ])
    func whatNamesNoAssetIsNone(_ text: String) { #expect(AssetReference(text) == nil) }

    @Test(arguments: [
        ("JPG", "JPG"), ("jpg", "JPG"), ("heic", "HEIC"), ("MOV", "MOV"), ("png", "PNG"), ("dng", "DNG"), ("gif", "GIF"), ("mp4", "MP4"), ("", "JPG"), ("j&p=g?", "JPG"),
        ("图", "JPG"),
    ])
    func urlsAreWrittenWithTheExtensionInCapitals(_ name: String, _ written: String) throws {
        let reference = try #require(AssetReference(Self.uuid)), url = reference.assetURL(filenameExtension: name)
        #expect(url.absoluteString == "assets-library://asset/asset.\(written)?id=\(Self.uuid)&ext=\(written)")
        #expect(AssetReference(url) == reference)
    }

    @Test func aReferenceIsOneString() throws {
        let list = [Self.uuid, "assets-library://asset/asset.JPG?id=\(Self.uuid)&ext=JPG"]
        let read = try JSONDecoder().decode([AssetReference].self, from: JSONEncoder().encode(list))
        #expect(read.count == 2 && read[0] == read[1])
        #expect(try JSONDecoder().decode([String].self, from: JSONEncoder().encode(read)) == [Self.uuid + "/L0/001", Self.uuid + "/L0/001"])
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode([AssetReference].self, from: Data(#"["photo 1"]"#.utf8)) }
        #expect(error.map { "\($0)".contains("photo 1") } == true)
    }

    @Test func groupsHaveTheirOwn() throws {
        let group = try #require(AlbumReference("assets-library://group/?id=\(Self.uuid.lowercased())"))
        #expect(group.localIdentifier == Self.uuid + "/L0/040" && group.groupURL.absoluteString == "assets-library://group/?id=\(Self.uuid)")
        #expect(AlbumReference(group.groupURL) == group && AlbumReference(group.localIdentifier) == group && AlbumReference(Self.uuid) == group)
        #expect(AlbumReference("assets-library://group/?id=\(Self.uuid)&filter=1537") == group)
        let others = [
            "", "assets-library://group/", "assets-library://asset/asset.JPG?id=\(Self.uuid)&ext=JPG", "group", Self.uuid + "/L0/001", Self.uuid + "/L0/020",
            "assets-library://groups/?id=\(Self.uuid)",
        ]
        for text in others { #expect(AlbumReference(text) == nil, "\(text)") }
    }
}
