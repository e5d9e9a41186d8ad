import Foundation
@testable import Query
import TestSupport

extension SeededRandom {
    static let identifiers = (0..<6).map { UUID(uuidString: "0000000\($0)-1234-4ABC-8DEF-0123456789AB") ?? UUID() }
    static let texts = [
        "", "a", "A", "sea", "Sea", "SEA side", "été", "e\u{301}te\u{301}", "ETE", "IMG_0001.HEIC", "img_0001.heic", "100%", "a*b", "a?b",
        "Straße", "STRASSE", "'quote'", "\"double\"", "back\\slash", "line\nbreak", "tab\tend", "日本", "🏖", "İstanbul", "nil", "AND", "%@", "x OR 1=1 --",
    ]
    static let integers: [Int64] = [0, 1, 2, 3, 4, 5, 8, 9, 12, 63, 64, 100, -1, -2, -64, 4032, .max, .min, 1 << 53, (1 << 53) + 1]
    static let reals = [0.0, 0.5, 1, 1.5, 2, 3, -1.5, 59.94, 1e15, 9_007_199_254_740_992, 9_223_372_036_854_775_808, 1e300, -1e300, .leastNonzeroMagnitude, 0.1]
    static let dates = [0.0, 1, -1, 86_400, 700_000_000.25, 700_000_000.5, -978_307_200, 1e10]

    mutating func value(_ type: KeyType) -> QueryValue {
        switch type {
        case .bool: chance(80) ? .bool(Bool.random(using: &self)) : .int(pick([0, 1, 2]))
        case .integer: chance(85) ? .int(pick(Self.integers)) : .double(pick(Self.reals))
        case .number: chance(60) ? .double(pick(Self.reals)) : .int(pick(Self.integers))
        case .string: .string(pick(Self.texts))
        case .date: .date(pick(Self.dates))
        case .identifier: chance(70) ? .uuid(pick(Self.identifiers)) : .string(pick(Self.identifiers).uuidString.lowercased() + "/L0/001")
        case .any: .null
        }
    }

    // MARK: - Any tree the grammar can write

    mutating func expression(depth: Int) -> Query.Expression {
        switch Int.random(in: 0..<(depth > 0 ? 12 : 6), using: &self) {
        case 0: return .key(KeyReference(pick(["mediaType", "a.b", "IN", "and", "self1", "_x", "größe", "title", "count"])))
        case 1: return .object
        case 2: return .count(KeyReference(pick(["keywords", "ALL", "a.b"])))
        case 3: return .value(pick([.null, .bool(true), .bool(false), .double(.infinity), .date(-.infinity), .double(1e300), .double(-0.1), .double(5)]))
        case 4, 5: return .value(value(pick([.integer, .number, .string, .date])))
        case 6, 7: return .arithmetic(pick(ArithmeticOperator.allCases), expression(depth: depth - 1), expression(depth: depth - 1))
        case 8: return .negative(expression(depth: depth - 1))
        case 9: return .complement(expression(depth: depth - 1))
        case 10:
            let function = pick(QueryFunction.allCases)
            let count = min(function.arity.upperBound, max(function.arity.lowerBound, Int.random(in: 0...3, using: &self)))
            return .function(function, (0..<count).map { _ in expression(depth: depth - 1) })
        default:
            let members = (0..<Int.random(in: 0...4, using: &self)).map { _ in expression(depth: depth - 1) }
            let constants: [QueryValue] = members.compactMap { if case .value(let value) = $0 { value } else { nil } }
            return constants.count == members.count ? .value(.list(constants)) : .aggregate(members)
        }
    }

    mutating func predicate(depth: Int) -> Query.Predicate {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 3), using: &self) {
        case 0 where chance(20): return .constant(Bool.random(using: &self))
        case 0, 1, 2:
            let relation = pick(Relation.allCases)
            let options: TextOptions = relation == .between || chance(60) ? [] : TextOptions(rawValue: Int.random(in: 0..<16, using: &self))
            return .comparison(
                Comparison(
                    expression(depth: 2), relation, expression(depth: 2), options: options,
                    quantifier: chance(70) ? .direct : pick(Quantifier.allCases)))
        case 3, 4: return .and((0..<Int.random(in: 2...4, using: &self)).map { _ in predicate(depth: depth - 1) })
        case 5: return .or((0..<Int.random(in: 2...4, using: &self)).map { _ in predicate(depth: depth - 1) })
        default: return .not(predicate(depth: depth - 1))
        }
    }

    // MARK: - Trees whose types mostly fit, over the assets' keys

    private mutating func key(_ types: [KeyType]) -> QueryKey {
        pick(KeySpace.assets.keys.filter { !$0.isToMany && types.contains($0.type) })
    }

    mutating func typed(_ type: KeyType, depth: Int) -> Query.Expression {
        if type == .date || type == .identifier || type == .string || depth == 0 || chance(50) {
            if chance(8) { return .value(.null) }
            if type == .date, chance(15) { return .arithmetic(.add, .key(KeyReference(key([.date]).name)), .value(value(.integer))) }
            if type == .string, chance(10) { return .function(pick([.uppercase, .lowercase]), [typed(.string, depth: 0)]) }
            if chance(60) {
                let key = self.key(type == .number || type == .integer ? [.integer, .number, .bool] : [type])
                return .key(KeyReference(pick([key.name] + key.aliases)))
            }
            return .value(value(type))
        }
        switch Int.random(in: 0..<9, using: &self) {
        case 8: return distance()
        case 0: return .negative(typed(.number, depth: depth - 1))
        case 1: return .complement(typed(.integer, depth: depth - 1))
        case 2:
            let function = pick([QueryFunction.abs, .floor, .ceiling, .trunc, .sqrt, .sum, .min, .max, .average])
            let count = function.arity.upperBound == 1 ? 1 : Int.random(in: 1...3, using: &self)
            return .function(function, (0..<count).map { _ in typed(.number, depth: depth - 1) })
        case 3: return .function(.length, [typed(.string, depth: 0)])
        case 4: return .count(KeyReference(pick(["keywords", "album", "album.localIdentifier"])))
        case 5: return .arithmetic(.subtract, typed(.date, depth: 0), typed(.date, depth: 0))
        default: return .arithmetic(pick(ArithmeticOperator.allCases), typed(.number, depth: depth - 1), typed(.number, depth: depth - 1))
        }
    }

    /// Metres to a place, near poles and the date line as well, and at times to none.
    mutating func distance() -> Query.Expression {
        let place = [pick([0.5, 1.5, 59.94, -89.5, 90, 91]), pick([0.5, 3, 59.94, -179.9, 180, 1e15])]
        let key = Query.Expression.key(KeyReference("location"))
        return switch Int.random(in: 0..<4, using: &self) {
        case 0: .function(.distance, [.key(KeyReference("latitude")), .key(KeyReference("longitude"))] + place.map { .value(.double($0)) })
        case 1: .function(.distance, [.value(.list(place.map { .double($0) })), key])
        default: .function(.distance, [key, .value(chance(5) ? .null : .list(place.map { .double($0) }))])
        }
    }

    mutating func typedComparison() -> Query.Predicate {
        if chance(6) {
            let relation = pick([Relation.less, .lessOrEqual, .greater, .equal, .notEqual])
            return .comparison(Comparison(distance(), relation, .value(.double(pick([0, 1, 100_000, 5e6, 1e7, -1])))))
        }
        if chance(3) { return .comparison(Comparison(.key(KeyReference("location")), pick([.equal, .notEqual]), .value(.null))) }
        if chance(3) {
            let key = Query.Expression.key(KeyReference(pick(["album.localIdentifier", "albumIdentifier"])))
            return .comparison(Comparison(key, pick([.equal, .notEqual]), .value(value(.identifier)), quantifier: pick([.any, .all, .none])))
        }
        let type = pick([KeyType.bool, .integer, .number, .string, .string, .date, .identifier])
        var options: TextOptions = chance(50) ? [] : TextOptions(rawValue: Int.random(in: 0..<4, using: &self))
        if chance(15) {
            let relation = pick([Relation.equal, .notEqual, .less, .isIn, .beginsWith, .contains, .like])
            let right: Query.Expression =
                relation == .isIn
                ? .value(.list((0..<3).map { _ in value(.string) })) : typed(.string, depth: 0)
            let key = Query.Expression.key(KeyReference(pick(["keywords", "album"])))
            return .comparison(Comparison(key, relation, right, options: options, quantifier: pick([.any, .all, .none])))
        }
        if type == .string, chance(60) {
            let relation = pick([Relation.contains, .beginsWith, .endsWith, .like, .matches])
            var right = typed(.string, depth: 0)
            if relation == .like { right = .value(.string(pick(["*", "?", "*a*", "I?G*", "*E?", "", "\\*", "s*a", "*é*"]))) }
            if relation == .matches { right = .value(.string(pick([".*", "[a-z]+", "IMG_\\d+\\..*", "(a|b)?", "é.*", ""]))) }
            return .comparison(Comparison(typed(.string, depth: 0), relation, right, options: options))
        }
        switch Int.random(in: 0..<10, using: &self) {
        case 0:
            let bounds = [typed(type, depth: 0), typed(type, depth: 0)]
            let constants: [QueryValue] = bounds.compactMap { if case .value(let value) = $0 { value } else { nil } }
            return .comparison(Comparison(typed(type, depth: 1), .between, constants.count == 2 ? .value(.list(constants)) : .aggregate(bounds)))
        case 1, 2:
            let count = chance(10) ? 200 : Int.random(in: 0...4, using: &self)
            let members = (0..<count).map { index in
                type == .integer && count > 10 ? QueryValue.int(Int64(index)) : chance(8) ? .null : value(type)
            }
            return .comparison(Comparison(typed(type, depth: 1), .isIn, .value(.list(members)), options: options))
        case 3: return .comparison(Comparison(.value(value(.string)), pick([.isIn]), .key(KeyReference("keywords")), options: options))
        default:
            if type == .identifier { options = [] }
            let relation =
                type == .identifier
                ? pick([Relation.equal, .notEqual])
                : pick([.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
            return .comparison(Comparison(typed(type, depth: 2), relation, typed(type, depth: 2), options: options))
        }
    }

    mutating func typedPredicate(depth: Int) -> Query.Predicate {
        guard depth > 0, chance(60) else { return typedComparison() }
        switch Int.random(in: 0..<4, using: &self) {
        case 0: return .not(typedPredicate(depth: depth - 1))
        case 1: return .or((0..<Int.random(in: 2...3, using: &self)).map { _ in typedPredicate(depth: depth - 1) })
        default: return .and((0..<Int.random(in: 2...3, using: &self)).map { _ in typedPredicate(depth: depth - 1) })
        }
    }

    // MARK: - Rows

    /// One value for each of the assets' keys.
    mutating func row() -> [QueryValue] {
        KeySpace.assets.keys.map { key in
            if key.isToMany {
                return .list((0..<pick([0, 0, 1, 2, 4])).map { _ in key.type == .identifier ? .uuid(pick(Self.identifiers)) : .string(pick(Self.texts)) })
            }
            if key.type == .identifier { return .uuid(pick(Self.identifiers)) }
            if Self.notNull.contains(key.name) {
                return key.type == .bool ? .bool(Bool.random(using: &self)) : .int(pick(Self.integers))
            }
            if chance(25) { return .null }
            if key.name == "latitude", chance(80) { return .double(pick([0.5, 1, 59.94, 60, -89.9, 90, 0])) }
            if key.name == "longitude", chance(80) { return .double(pick([0.5, 3, 59.94, 60, -179.99, 180, 0])) }
            switch key.type {
            case .bool: return .bool(Bool.random(using: &self))
            case .integer: return .int(pick(Self.integers))
            case .number: return .double(pick(Self.reals))
            default: return value(key.type)
            }
        }
    }

    /// Keys that the test table declares NOT NULL; the identifier is another.
    static let notNull: Set<String> = ["mediaType", "mediaSubtypes", "favorite", "hidden"]
}
