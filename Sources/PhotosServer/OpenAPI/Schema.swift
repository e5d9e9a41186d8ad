/// What a value of a request or an answer looks like: JSON Schema 2020-12, as far as this API needs it.
struct Schema: Sendable {
    var fields: [String: JSONValue]
    /// Whether an object may lack it.
    private(set) var isOptional = false

    var json: JSONValue { .object(fields) }

    private init(_ fields: [String: JSONValue]) { self.fields = fields }
    private init(type: String, _ more: [String: JSONValue] = [:]) { self.init(more.merging(["type": .string(type)]) { $1 }) }

    // MARK: Kinds

    static let string = Schema(type: "string"), boolean = Schema(type: "boolean"), number = Schema(type: "number"), integer = Schema(type: "integer")
    static let anyObject = Schema(type: "object")
    /// Of which nothing is said, such as a part of a form.
    static let anything = Schema([:])

    /// One of the document's own, by its name.
    static func named(_ name: String) -> Schema { Schema(["$ref": "#/components/schemas/\(name)"]) }
    static func text(matching pattern: String) -> Schema { Schema(type: "string", ["pattern": .string(pattern)]) }
    static func whole(from lowest: Int, to highest: Int? = nil) -> Schema {
        Schema(type: "integer", ["minimum": .number(lowest)]).with("maximum", highest.map { .number($0) })
    }
    static func number(from lowest: Int, to highest: Int) -> Schema { Schema(type: "number", ["minimum": .number(lowest), "maximum": .number(highest)]) }
    static func one(of values: String...) -> Schema { one(in: values) }
    static func one(in values: [String]) -> Schema { Schema(["enum": .array(values.map { .string($0) })]) }
    static func constant(_ value: String) -> Schema { Schema(["const": .string(value)]) }
    static func list(_ element: Schema, atMost count: Int? = nil) -> Schema {
        Schema(type: "array", ["items": element.json]).with("maxItems", count.map { .number($0) })
    }
    /// An array with so many elements, each of its own kind.
    static func tuple(_ elements: Schema...) -> Schema {
        Schema(type: "array", ["prefixItems": .array(elements.map(\.json)), "items": false, "minItems": .number(elements.count)])
    }
    static func either(_ choices: [Schema]) -> Schema { Schema(["oneOf": .array(choices.map(\.json))]) }

    /// - Parameter isOpen: whether there may be more than these.
    static func object(_ properties: KeyValuePairs<String, Schema>, isOpen: Bool = false) -> Schema {
        var schema = Schema(type: "object", ["properties": .object(Dictionary(properties.map { ($0, $1.json) }) { $1 })])
        let required = properties.filter { !$0.value.isOptional }.map { JSONValue.string($0.key) }
        if !required.isEmpty { schema.fields["required"] = .array(required) }
        if !isOpen { schema.fields["additionalProperties"] = false }
        return schema
    }

    /// An object of values of one kind, some of which are always there.
    static func map(of value: Schema, with names: String...) -> Schema {
        Schema(type: "object", ["required": .array(names.map { .string($0) }), "additionalProperties": value.json])
    }

    // MARK: More of it

    private func with(_ key: String, _ value: JSONValue?) -> Schema {
        var schema = self
        if let value { schema.fields[key] = value }
        return schema
    }

    func among(_ values: String...) -> Schema { with("enum", .array(values.map { .string($0) })) }
    func described(_ text: String) -> Schema { with("description", .string(text)) }
    func standard(_ value: JSONValue) -> Schema { with("default", value) }
    func atMost(characters count: Int) -> Schema { with("maxLength", .number(count)) }
    func atLeast(_ count: Int) -> Schema { with("minItems", .number(count)) }
    func encoded(_ encoding: String) -> Schema { with("contentEncoding", .string(encoding)) }

    /// Or `null`.
    var orNull: Schema {
        guard let type = fields["type"] else { return .either([self, Schema(type: "null")]) }
        return with("type", .array([type, "null"]))
    }

    var optional: Schema {
        var schema = self
        schema.isOptional = true
        return schema
    }
}
