import Foundation
import Glibc
import Synchronization
import Testing

@testable import Record

/// A record in a folder of its own, and what it should hold.
final class TemporaryRecord {
    static let library = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("record-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func open(library: UUID = TemporaryRecord.library, schema: Int = 2, beforeStep: (@Sendable (String) throws -> Void)? = nil) throws -> Record {
        let descriptor = Glibc.open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(descriptor >= 0)
        return try Record(RecordFolder(descriptor: descriptor, path: folder.path, beforeStep: beforeStep), library: library, schema: schema)
    }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "lock" }.sorted() }

    func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }

    func write(_ data: Data, to name: String) throws { try data.write(to: folder.appendingPathComponent(name)) }

    /// A record of the same files.
    func copy() throws -> TemporaryRecord {
        let copy = try TemporaryRecord()
        for name in try names() { try FileManager.default.copyItem(at: folder.appendingPathComponent(name), to: copy.folder.appendingPathComponent(name)) }
        return copy
    }

    /// What a record holds, by key, and the position it reaches to.
    static func state(_ record: Record) throws -> State {
        let contents = try record.contents()
        var objects: [RecordKey: RecordObject] = [:]
        try contents.forEach { object in
            #expect(objects.updateValue(object, forKey: object.key) == nil, "\(object.key) is told once")
        }
        return State(position: contents.commit?.position ?? 0, objects: objects, isFaulty: contents.fault != nil)
    }

    struct State: Equatable {
        var position: Int64
        var objects: [RecordKey: RecordObject]
        var isFaulty = false
    }
}

extension Record {
    /// Appends a commit; begins the record where there is none.
    func commit(_ position: Int64, _ objects: [RecordObject]) throws {
        try withLock(timeout: 10) { editor in
            switch try editor.condition() {
            case .empty: try editor.begin()
            case .whole: break
            case .broken(let error): throw error
            }
            try editor.append { appender in
                for object in objects { try appender.append(object) }
                return RecordCommit(position: position, date: Double(position) + 0.25, author: "test \"\(position)\"")
            }
        }
    }

    func compact(isCancelled: () -> Bool = { false }) throws {
        try withLock(timeout: 10) { editor in
            guard case .whole = try editor.condition() else { throw RecordError(.damaged, "not whole") }
            try editor.compact(isCancelled: isCancelled)
        }
    }
}

/// Small histories with every kind of change in them.
enum History {
    static func asset(_ number: Int64, _ title: String) -> RecordObject {
        RecordObject(
            RecordKey("asset", number),
            [
                RecordField("title", .text(title)), RecordField("date", .double(Double(number) / 3)), RecordField("keywords", .list([.text("a"), .int(number)])),
            ])
    }

    static func album(_ name: String, _ members: [Int64]) -> RecordObject {
        RecordObject(RecordKey("album", named: name), [RecordField("members", .list(members.map { .int($0) }))])
    }

    /// The objects of each commit; the first is commit 1.
    static let commits: [[RecordObject]] = [
        [asset(1, "one"), asset(2, "two"), asset(3, "three")],
        [album("x,\"y\"", [1, 2, 3]), asset(2, "zwei")],
        [.removed(RecordKey("asset", 3)), asset(10, "sum\",\"sum\":\"00000000\"}")],
        [asset(3, "again"), .removed(RecordKey("album", named: "x,\"y\""))],
    ]

    /// What there is after each number of commits.
    static func state(after count: Int) -> TemporaryRecord.State {
        var objects: [RecordKey: RecordObject] = [:]
        for object in commits.prefix(count).joined() { objects[object.key] = object.isRemoved ? nil : object }
        return TemporaryRecord.State(position: Int64(count), objects: objects)
    }

    static func fill(_ record: Record, _ range: Range<Int> = commits.indices) throws {
        for index in range { try record.commit(Int64(index + 1), commits[index]) }
    }
}
