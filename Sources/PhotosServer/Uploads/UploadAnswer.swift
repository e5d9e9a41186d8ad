import Descriptions
import Foundation
import LibraryEngine

/// What is told of batches and their files.
enum UploadAnswer {
    static func batches(_ batches: [IncomingStore.Summary]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.array("batches") { json in
                for batch in batches { json.object { write(batch, to: &$0) } }
            }
        }
        return json.bytes
    }

    static func batch(_ batch: IncomingStore.Summary, _ files: [IncomingStore.FileStatus]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            write(batch, to: &json)
            json.array("files") { json in
                for file in files { json.object { write(file, to: &$0) } }
            }
        }
        return json.bytes
    }

    private static func write(_ batch: IncomingStore.Summary, to json: inout JSONWriter) {
        json.field("id", batch.id.uuidString)
        json.field("album", batch.album?.uuidString)
        json.field("isComplete", batch.isClosed)
        json.field("expires", date: batch.expires - Date.timeIntervalBetween1970AndReferenceDate)
        json.field("revision", batch.revision)
        json.field("count", batch.files)
        json.field("done", batch.done)
        json.field("failed", batch.failed)
        json.field("bytes", batch.bytes)
        json.field("received", batch.received)
        json.field("isActive", batch.isActive)
        json.field("trouble", batch.trouble)
    }

    private static func write(_ file: IncomingStore.FileStatus, to json: inout JSONWriter) {
        json.field("number", file.number)
        json.field("name", file.announced.name)
        json.field("folder", file.announced.folder)
        json.field("size", file.announced.size)
        json.field("modified", file.announced.modified)
        json.field("offset", file.offset)
        json.field("isWhole", file.isWhole)
        guard let outcome = file.outcome else { return json.null("outcome") }
        json.object("outcome") { json in
            json.field("kind", outcome.kind.rawValue)
            json.field("asset", outcome.asset?.uuidString)
            json.field("isInTrash", outcome.isInTrash ?? false)
            json.field("code", outcome.code)
            json.field("message", outcome.message)
        }
    }
}
