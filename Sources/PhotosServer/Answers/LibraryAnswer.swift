import Descriptions
import Foundation
import LibraryEngine
import PhotoModel
import Photos
import Query

/// What the library is and how much is in it. Every number is a look-up.
struct LibraryAnswer {
    static func json(_ reader: LibraryReader, _ library: PhotoLibrary, showsPath: Bool, isWritable: Bool) throws -> [UInt8] {
        func count(_ type: MediaType) throws -> Int {
            try reader.assetCount(AssetQuery(predicate: .comparison(Comparison(.key(KeyReference("mediaType")), .equal, .value(.int(Int64(type.rawValue)))))))
        }
        let counts = try [
            ("assets", reader.assetCount(AssetQuery())), ("images", count(.image)), ("videos", count(.video)),
            ("favorites", reader.smartAlbumCount(.favorites)), ("hidden", reader.smartAlbumCount(.allHidden)),
            ("trashed", reader.assetCount(AssetQuery(scope: .trash))),
        ]
        let position = try reader.position
        var json = JSONWriter()
        json.object { json in
            json.field("name", library.url.deletingPathExtension().lastPathComponent)
            json.field("path", showsPath ? library.url.path : nil)
            json.field("uuid", library.uuid.uuidString)
            json.field("version", ProductVersion.text)
            json.field("position", position.rawValue)
            json.object("counts") { json in
                for (name, count) in counts { json.field(name, count) }
            }
            json.field("writable", isWritable)
        }
        return json.bytes
    }
}
