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

    /// - Parameter isByLink: whether it is told to who sends it by a link: nothing of the library, neither which asset has the content nor whether it was there before.
    static func batch(_ batch: IncomingStore.Summary, _ files: [IncomingStore.FileStatus], isByLink: Bool) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            if isByLink { writeOwn(batch, to: &json) } else { write(batch, to: &json) }
            json.array("files") { json in
                for file in files {
                    json.object { json in
                        writeOwn(file, to: &json)
                        if isByLink { writeToldByLink(file.outcome, to: &json) } else { write(file.outcome, to: &json) }
                    }
                }
            }
        }
        return json.bytes
    }

    private static func write(_ batch: IncomingStore.Summary, to json: inout JSONWriter) {
        writeOwn(batch, to: &json)
        json.field("album", batch.album?.uuidString)
        json.field("link", batch.link?.uuidString)
        json.field("trouble", batch.trouble)
    }

    /// What is the sender's own.
    private static func writeOwn(_ batch: IncomingStore.Summary, to json: inout JSONWriter) {
        json.field("id", batch.id.uuidString)
        json.field("isComplete", batch.isClosed)
        json.field("expires", date: batch.expires - Date.timeIntervalBetween1970AndReferenceDate)
        json.field("revision", batch.revision)
        json.field("count", batch.files)
        json.field("done", batch.done)
        json.field("failed", batch.failed)
        json.field("bytes", batch.bytes)
        json.field("received", batch.received)
        json.field("isActive", batch.isActive)
    }

    private static func writeOwn(_ file: IncomingStore.FileStatus, to json: inout JSONWriter) {
        json.field("number", file.number)
        json.field("name", file.announced.name)
        json.field("folder", file.announced.folder)
        json.field("size", file.announced.size)
        json.field("modified", file.announced.modified)
        json.field("offset", file.offset)
        json.field("isWhole", file.isWhole)
    }

    private static func writeToldByLink(_ outcome: IncomingOutcome?, to json: inout JSONWriter) {
        guard let outcome else { return json.null("outcome") }
        json.object("outcome") { json in
            switch outcome.kind {
            case .imported, .joined, .duplicate: json.field("kind", "received")
            case .skipped, .failed, .withdrawn: json.field("kind", outcome.kind.rawValue)
            }
            json.field("code", outcome.code)
        }
    }

    private static func write(_ outcome: IncomingOutcome?, to json: inout JSONWriter) {
        guard let outcome else { return json.null("outcome") }
        json.object("outcome") { json in
            json.field("kind", outcome.kind.rawValue)
            json.field("asset", outcome.asset?.uuidString)
            json.field("isInTrash", outcome.isInTrash ?? false)
            json.field("code", outcome.code)
            json.field("message", outcome.message)
        }
    }
}
