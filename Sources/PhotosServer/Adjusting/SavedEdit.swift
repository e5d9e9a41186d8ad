import Foundation
import Hummingbird
import LibraryEngine
import PhotoModel

/// What an edit is: a photo's numbers, or the part that a video shows.
protocol EditedValue: Codable, Sendable {
    /// Its name in requests and answers.
    static var field: String { get }
    /// Whether answers say of a Live Photo what its movie is like.
    static var isOfPhotos: Bool { get }
}

/// An edit that is to be saved; nothing for a value reverts.
struct SavedEdit<Value: EditedValue>: Decodable {
    let value: Value?
    /// What the edit began with: where the asset was changed since, nothing is.
    let revision: Int64?

    /// Nothing is reverted because a name was mistaken.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: EditField.self), name = EditField(Value.field)
        guard fields.contains(name) else { throw DecodingError.keyNotFound(name, .init(codingPath: [], debugDescription: "There is none.")) }
        value = try fields.decodeIfPresent(Value.self, forKey: name)
        revision = try fields.decodeIfPresent(Int64.self, forKey: EditField("revision"))
    }

    /// - Parameter now: the asset as it is.
    func requireNewest(_ now: AssetRecord) throws {
        guard let revision, revision != now.revision else { return }
        throw Problem.outrun(now)
    }
}

/// The edit that an asset shows. Absent values are `null`, never left out.
struct ShownEdit<Value: EditedValue>: Encodable {
    let asset: AssetRecord
    let value: Value?
    /// Seconds of the original; `nil` for photos.
    var duration: Double?
    /// Of a Live Photo.
    var movie: LiveMovie?

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: EditField.self)
        try fields.encode(asset.revision, forKey: EditField("revision"))
        try fields.encode(asset.hasAdjustments && !asset.isAdjustedByCamera, forKey: EditField("edited"))
        try fields.encodeIfPresent(duration, forKey: EditField("duration"))
        if Value.isOfPhotos { try fields.encode(movie, forKey: EditField("movie")) }
        try fields.encode(value, forKey: EditField(Value.field))
    }

    /// The same numbers give the same bytes, and so the same tag.
    func response(to request: Request) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Response.json([UInt8](try encoder.encode(self)), for: request)
    }
}

extension GalleryContext {
    /// Work on what an edit is made of, on the threads for pictures. Where a file of that is in the cloud only it is fetched, for which none of them waits, and the work is
    /// done once more. Whoever asks must see the asset still when the files are here.
    func editing<Value: Sendable>(_ asset: AssetRecord, _ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let (work, row) = (self.work, asset.id)
        return try await FetchingWork.awaited(access.fetchForEditing(asset)) { [session] in
            try await work.run(.picture) { () -> Value in
                try session.requireSight(of: row)
                return try body()
            }
        }
    }
}

extension AssetAnswer {
    /// The asset that an address names.
    static func record(_ parameters: Parameters, _ context: GalleryContext) async throws -> AssetRecord {
        let id = try parameters.require("id")
        return try await context.read { try record(id, $0) }
    }
}

/// What came of an edit.
struct Edited: Encodable {
    let position: Int64
    let revision: Int64
    let changed: Bool

    /// - Parameter edit: what was asked for. What was changed while it was drawn is another's as well.
    init(_ edit: SavedEdit<some EditedValue>, _ prepared: PreparedAdjustments, on asset: AssetRecord, _ gate: AccessGate) throws {
        self = try gate.performChanges(needing: .assets) { transaction in
            if let now = try transaction.reader.asset(id: asset.id) { try edit.requireNewest(now) }
            let isChanged = try transaction.perform(prepared, on: asset.id)
            let revision = try transaction.reader.asset(id: asset.id)?.revision ?? asset.revision
            return Edited(position: try transaction.reader.position.rawValue, revision: revision, changed: isChanged)
        }
    }

    private init(position: Int64, revision: Int64, changed: Bool) { (self.position, self.revision, self.changed) = (position, revision, changed) }
}

private struct EditField: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}
