import Foundation
@testable import Query

/// A format with its arguments: it is refused, or it says the same when it is written down and read again, and can be resolved, evaluated and
/// translated.
enum QueriesEntry {
    private static let mapping: SQLMapping = {
        var sources: [String: SQLMapping.Source] = [:]
        for key in KeySpace.assets.keys {
            let kind: SQLMapping.Kind =
                switch key.type {
                case .bool: .bool
                case .integer: .integer
                case .number: .real
                case .date: .date
                case .identifier: .uuid
                case .string, .any: .text
                }
            sources[key.name] =
                key.isToMany
                ? .toMany(element: "k.value", kind, exists: "EXISTS (SELECT 1 FROM k WHERE {condition})", count: "(SELECT COUNT(*) FROM k)")
                : .column("a.\(key.name)", kind)
        }
        return SQLMapping(sources)
    }()

    /// The first bytes are kinds of arguments and values, a zero ends them; the rest is the format.
    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        var choices = Choices(bytes)
        var arguments: [QueryValue] = []
        while arguments.count < 8, case let kind = choices.byte(), kind != 0 { arguments.append(value(kind, &choices)) }
        let format = String(decoding: choices.rest.prefix(4096), as: UTF8.self)
        if let key = try? SortKey(parsing: format) { claims.claim(!key.key.isEmpty, "a key without a name") }
        guard let predicate = try? Query.Predicate(format: format, arguments: arguments) else { return }
        let written = predicate.description
        // A format can't name the character zero, which ends texts elsewhere; an argument may hold it.
        if !written.contains("\\u0000") { readAgain(written, &claims) }
        guard let resolved = try? KeySpace.assets.resolve(predicate, now: 700_000_000.5) else { return }
        _ = try? resolved.sql(mapping)
        for seed in UInt8(0)..<3 {
            _ = try? resolved.matches { index in example(KeySpace.assets.keys[index], seed) }
        }
    }

    /// Written down, arguments stand in the format: it may become longer or deeper than a format may be.
    private static func readAgain(_ written: String, _ claims: inout Claims) {
        do throws(QueryError) {
            let again = try Query.Predicate(format: written)
            claims.claim(again.description == written, "“\(written)” comes back as “\(again.description)”")
        } catch { claims.claim(error.code == .tooComplex, "“\(written)” is not understood: \(error)") }
    }

    private static func value(_ kind: UInt8, _ choices: inout Choices) -> QueryValue {
        switch kind % 9 {
        case 1: .bool(choices.byte() & 1 == 1)
        case 2: .int(choices.number())
        case 3: .double(Double(bitPattern: choices.number()))
        case 4: .string(String(decoding: choices.take(Int(choices.byte() % 16)), as: UTF8.self))
        case 5: .date(Double(bitPattern: choices.number()))
        case 6: .uuid(UUID(uuid: (choices.byte(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
        case 7: .list([.int(Int64(choices.byte())), .string("a"), .null])
        default: .null
        }
    }

    private static func example(_ key: QueryKey, _ seed: UInt8) -> QueryValue {
        if key.isToMany { return .list(seed == 0 ? [] : [.string("sea"), .string("Trip")]) }
        if seed == 0 { return .null }
        return switch key.type {
        case .bool: .bool(seed == 1)
        case .integer: .int(seed == 1 ? 3 : .min)
        case .number: .double(seed == 1 ? 0.5 : -.infinity)
        case .date: .date(seed == 1 ? 700_000_000 : -1e300)
        case .string, .any: .string(seed == 1 ? "IMG_0001.HEIC" : "ß\u{301}\0 ")
        case .identifier: .uuid(UUID(uuid: (seed, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
        }
    }
}
