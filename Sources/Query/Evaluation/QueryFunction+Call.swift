import Foundation
import Geodesy

extension QueryFunction {
    /// The function's value; nil among the arguments makes nil, and so does an argument of a wrong type.
    func call(_ arguments: [QueryValue]) -> QueryValue {
        if self == .distance { return Self.distance(arguments) }
        var values = arguments
        if values.count == 1, case .list(let members) = values[0] { values = members }
        if self == .count { return .int(Int64(values.count)) }
        guard let first = values.first, !values.contains(where: \.isNull) else { return .null }
        switch self {
        case .now, .count, .distance: return .null
        case .abs:
            guard let number = first.number else { return .null }
            return number.compares(.less, to: .int(0)) ? QueryValue.negative(number) : number
        case .floor: return Self.round(first, .down)
        case .ceiling: return Self.round(first, .up)
        case .trunc: return Self.round(first, .towardZero)
        case .sqrt: return first.real.map { QueryValue.number($0.squareRoot()) } ?? .null
        case .sum: return values.dropFirst().reduce(first.number ?? .null) { QueryValue.calculate(.add, $0, $1) }
        case .average:
            let sum = values.dropFirst().reduce(first.number ?? .null) { QueryValue.calculate(.add, $0, $1) }
            return QueryValue.calculate(.divide, sum, .double(Double(values.count)))
        // Of equal values min takes the last and max the first, as SQLite does; their kinds may differ.
        case .min: return values.dropFirst().reduce(first) { $1.compares(.lessOrEqual, to: $0) ? $1 : $0 }
        case .max: return values.dropFirst().reduce(first) { $1.compares(.greater, to: $0) ? $1 : $0 }
        case .length:
            guard case .string(let text) = first else { return .null }
            return .int(Int64(text.unicodeScalars.count))
        case .uppercase:
            guard case .string(let text) = first else { return .null }
            return .string(text.uppercased())
        case .lowercase:
            guard case .string(let text) = first else { return .null }
            return .string(text.lowercased())
        }
    }

    /// Of four numbers, or of lists of two; nil where there is no place.
    private static func distance(_ arguments: [QueryValue]) -> QueryValue {
        let degrees = arguments.flatMap { argument in
            if case .list(let members) = argument { members.map(\.real) } else { [argument.real] }
        }.compactMap { $0 }
        guard degrees.count == 4, Geodesic.isPlace(latitude: degrees[0], longitude: degrees[1]),
            Geodesic.isPlace(latitude: degrees[2], longitude: degrees[3])
        else { return .null }
        return .number(Geodesic.distance(degrees[0], degrees[1], degrees[2], degrees[3]))
    }

    private static func round(_ value: QueryValue, _ rule: FloatingPointRoundingRule) -> QueryValue {
        switch value.number {
        case .double(let number)?: .double(number.rounded(rule))
        case let number?: number
        case nil: .null
        }
    }
}
