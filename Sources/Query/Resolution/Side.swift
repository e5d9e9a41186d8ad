/// One side of a comparison while its meaning is being worked out.
struct Side {
    enum Content {
        case single(Operand)
        /// A to-many key, by its index.
        case many(Int)
        case list([Side])
        /// A key of a place, by the indexes of its degrees.
        case place(latitude: Int, longitude: Int)
    }

    let content: Content
    /// Nil for nil alone and for lists.
    let type: KeyType?
    /// As error messages call it.
    let name: String
    /// In the format, if known.
    let position: Int?

    init(_ content: Content, type: KeyType?, name: String, position: Int? = nil) {
        self.content = content
        self.type = type
        self.name = name
        self.position = position
    }

    init(_ value: QueryValue) {
        // Not-a-number is nil in SQLite, so it is here.
        let value: QueryValue =
            switch value {
            case .double(let number) where number.isNaN: .null
            case .date(let seconds) where seconds.isNaN: .null
            default: value
            }
        if case .list(let members) = value {
            self.init(.list(members.map { Side($0) }), type: nil, name: value.displayName)
        } else {
            self.init(.single(.value(value)), type: value.type, name: value.displayName)
        }
    }

    var isToMany: Bool { if case .many = content { true } else { false } }

    var typeDescription: String {
        switch content {
        case .single: type?.displayName ?? "nil"
        case .many: "a key with several values"
        case .list: "a list"
        case .place: "a place"
        }
    }

    /// The name with its kind, where the name alone does not say it.
    var displayName: String {
        if case .single(.value) = content { name } else { "\(name) (\(typeDescription))" }
    }
}

extension QueryValue {
    /// The kind of key it would be a value of; nil for nil and lists.
    var type: KeyType? {
        switch self {
        case .null, .list: nil
        case .bool: .bool
        case .int: .integer
        case .double: .number
        case .string: .string
        case .date: .date
        case .uuid: .identifier
        }
    }
}
