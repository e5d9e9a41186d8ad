import Foundation

/// Checks values against the part of JSON Schema that our description uses; a keyword that it doesn't know is a failure.
struct JSONSchema {
    let document: [String: Any]

    /// What is wrong with a value, a line each with its place.
    func problems(of value: Any, _ schema: Any, at place: String = "$") -> [String] {
        if let isAllowed = schema as? Bool { return isAllowed ? [] : ["\(place): is not allowed"] }
        guard let schema = schema as? [String: Any] else { return ["\(place): the schema is no schema"] }
        return schema.sorted { $0.key < $1.key }.flatMap { keyword, rule in problems(of: value, keyword, rule, schema, place) }
    }

    /// The problems of a value with a named schema.
    func problems(of value: Any, named name: String) -> [String] { problems(of: value, ["$ref": "#/components/schemas/\(name)"]) }

    private func problems(of value: Any, _ keyword: String, _ rule: Any, _ schema: [String: Any], _ place: String) -> [String] {
        func when(_ isWrong: Bool, _ text: String) -> [String] { isWrong ? ["\(place): \(text)"] : [] }
        switch keyword {
        case "contentEncoding", "description", "default": return []
        case "$ref":
            guard let target = target(rule) else { return ["\(place): \(rule) leads nowhere"] }
            return problems(of: value, target, at: place)
        case "type":
            let types = rule as? [String] ?? [rule as? String ?? ""]
            return when(!types.contains { Self.has(value, type: $0) }, "\(value) is none of \(types)")
        case "const": return when("\(value)" != "\(rule)", "\(value) is not \(rule)")
        case "enum": return when(!((rule as? [Any])?.contains { "\($0)" == "\(value)" } ?? false), "\(value) is none of \(rule)")
        case "pattern":
            guard let text = value as? String else { return [] }
            return when(text.range(of: rule as? String ?? "$.", options: .regularExpression) == nil, "\(text) does not fit \(rule)")
        case "minimum", "maximum":
            guard let number = value as? NSNumber, let bound = rule as? NSNumber else { return [] }
            let isOutside = keyword == "minimum" ? number.doubleValue < bound.doubleValue : number.doubleValue > bound.doubleValue
            return when(isOutside, "\(value) is beyond \(rule)")
        case "maxLength": return when(((value as? String)?.count ?? 0) > (rule as? Int ?? 0), "is too long")
        case "minItems": return when(((value as? [Any])?.count ?? .max) < (rule as? Int ?? .max), "has too few members")
        case "maxItems": return when(((value as? [Any])?.count ?? 0) > (rule as? Int ?? 0), "has too many members")
        case "required":
            guard let object = value as? [String: Any] else { return [] }
            return (rule as? [String] ?? ["?"]).filter { object[$0] == nil }.map { "\(place): \($0) is missing" }
        case "properties":
            guard let object = value as? [String: Any], let rules = rule as? [String: Any] else { return [] }
            return rules.flatMap { name, rule in object[name].map { problems(of: $0, rule, at: "\(place).\(name)") } ?? [] }
        case "additionalProperties":
            guard let object = value as? [String: Any] else { return [] }
            let known = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
            return object.filter { !known.contains($0.key) }.flatMap { problems(of: $0.value, rule, at: "\(place).\($0.key)") }
        case "prefixItems":
            guard let list = value as? [Any], let rules = rule as? [Any] else { return [] }
            return zip(list, rules).enumerated().flatMap { index, pair in problems(of: pair.0, pair.1, at: "\(place)[\(index)]") }
        case "items":
            let start = (schema["prefixItems"] as? [Any])?.count ?? 0
            return (value as? [Any] ?? []).dropFirst(start).enumerated().flatMap { problems(of: $1, rule, at: "\(place)[\($0 + start)]") }
        case "oneOf":
            let fitting = (rule as? [Any] ?? []).filter { problems(of: value, $0, at: place).isEmpty }
            return when(fitting.count != 1, "\(value) fits \(fitting.count) of the choices")
        default: return ["\(place): the checker does not know \(keyword)"]
        }
    }

    /// Where a reference leads in the document.
    func target(_ reference: Any) -> Any? {
        guard let path = reference as? String, path.hasPrefix("#/") else { return nil }
        return path.dropFirst(2).split(separator: "/").reduce(document as Any?) { ($0 as? [String: Any])?[String($1)] }
    }

    private static func has(_ value: Any, type: String) -> Bool {
        switch type {
        case "null": value is NSNull
        case "string": value is String
        case "array": value is [Any]
        case "object": value is [String: Any]
        case "boolean": isBoolean(value)
        case "number": value is NSNumber && !isBoolean(value)
        case "integer": !isBoolean(value) && (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } == true
        default: false
        }
    }

    private static func isBoolean(_ value: Any) -> Bool {
        guard let number = value as? NSNumber else { return false }
        return String(cString: number.objCType) == "c"
    }
}
