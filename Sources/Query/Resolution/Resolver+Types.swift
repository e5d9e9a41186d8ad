import Foundation
import PhotoModel

extension Resolver {
    func mismatch(_ message: String, _ side: Side) -> QueryError {
        QueryError(.typeMismatch, message, at: side.position)
    }

    func severalValues(_ side: Side) -> QueryError {
        if case .place = side.content { return onlyMeasured(side) }
        if side.isToMany {
            return mismatch("\(side.name) holds several values; write ANY \(side.name) == …, \(side.name) CONTAINS … or \(side.name).@count == 0", side)
        }
        return mismatch("a list can only stand behind IN and BETWEEN, before CONTAINS, and before a comparison with ANY or ALL", side)
    }

    func requireSingle(_ sides: Side...) throws(QueryError) {
        for side in sides {
            guard case .single = side.content else { throw severalValues(side) }
        }
    }

    /// Both operands in a kind in which they can be compared; nil when a text stands where an identifier should and is none.
    func unify(_ left: Side, _ right: Side) throws(QueryError) -> (Operand, Operand, KeyType?)? {
        guard case .single(let first) = left.content, case .single(let second) = right.content else { throw severalValues(left) }
        guard let a = left.type, let b = right.type, a != .any, b != .any else { return (first, second, left.type ?? right.type) }
        if a == b || a.isNumeric && b.isNumeric { return (first, second, a) }
        if let constant = second.constant {
            guard let value = try coerce(constant, to: left, from: right) else { return nil }
            return (first, .value(value), a)
        }
        if let constant = first.constant {
            guard let value = try coerce(constant, to: right, from: left) else { return nil }
            return (.value(value), second, b)
        }
        throw mismatch("\(left.displayName) and \(right.displayName) cannot be compared", left)
    }

    private func coerce(_ constant: QueryValue, to side: Side, from other: Side) throws(QueryError) -> QueryValue? {
        switch (side.type, constant) {
        case (.identifier?, .string(let text)):
            return LocalIdentifier.uuid(from: text).map { .uuid($0) }
        case (.string?, .uuid(let uuid)):
            return .string(uuid.uuidString)
        case (.date?, .string(let text)):
            guard let seconds = ISODate.seconds(text) else {
                throw mismatch("\(side.name) is a date, and \"\(text.prefix(60))\" is none; write it like \"2024-05-31\" or \"2024-05-31T17:04:05Z\"", side)
            }
            return .date(seconds)
        case (.date?, .int), (.date?, .double):
            throw mismatch("\(side.name) is a date and cannot be compared with \(constant.displayName); write CAST(\(constant), \"NSDate\") for seconds since 2001", side)
        case (.string?, _) where constant.number != nil:
            throw mismatch("\(side.name) is a text and cannot be compared with \(constant.displayName); put it in quotes", side)
        case (let type?, .string) where type.isNumeric:
            throw mismatch("\(side.name) is \(type.displayName) and cannot be compared with \(constant.displayName); write it without quotes", side)
        default:
            throw mismatch("\(side.displayName) cannot be compared with \(other.displayName)", side)
        }
    }

    /// The operand of a text comparison, brought into the form in which it is compared.
    func textOperand(_ side: Side, _ options: TextOptions) throws(QueryError) -> Operand {
        guard case .single(let operand) = side.content else { throw severalValues(side) }
        switch side.type {
        case nil, .string?, .any?: return fold(operand, side.type, options)
        case .identifier?:
            throw mismatch("\(side.name) is an identifier; it can be compared with ==, != and IN only", side)
        default:
            throw mismatch("CONTAINS, BEGINSWITH, ENDSWITH, LIKE and MATCHES compare texts; \(side.displayName) is none", side)
        }
    }

    func fold(_ operand: Operand, _ type: KeyType?, _ options: TextOptions) -> Operand {
        let options = options.folding
        guard !options.isEmpty, type == .string || type == .any else { return operand }
        switch operand {
        case .value(.string(let text)): return .value(.string(TextFolding.fold(text, options)))
        case .value: return operand
        default: return .folded(operand, options)
        }
    }
}

extension Condition {
    /// The opposite, as far down as it can be said without `.not`.
    var negated: Condition {
        switch self {
        case .constant(let truth): .constant(!truth)
        case .compare(let left, .equal, let right): .compare(left, .notEqual, right)
        case .compare(let left, .notEqual, let right): .compare(left, .equal, right)
        case .and(let parts): .or(parts.map(\.negated))
        case .or(let parts): .and(parts.map(\.negated))
        case .not(let part): part
        case .compare, .isIn, .text, .like, .matches, .exists: .not(self)
        }
    }

    /// The parts joined, without constants and one level flatter.
    static func join(_ parts: [Condition], isAnd: Bool) -> Condition {
        var kept: [Condition] = []
        for part in parts {
            switch part {
            case .constant(let truth):
                if truth != isAnd { return .constant(!isAnd) }
            case .and(let inner) where isAnd: kept += inner
            case .or(let inner) where !isAnd: kept += inner
            default: kept.append(part)
            }
        }
        return switch kept.count {
        case 0: .constant(isAnd)
        case 1: kept[0]
        default: isAnd ? .and(kept) : .or(kept)
        }
    }
}
