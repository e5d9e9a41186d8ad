import Foundation

extension QueryValue {
    /// Reads an argument of `NSPredicate(format:)` or a value of an object; nil when its type means nothing here.
    ///
    /// Numbers of every width, `Bool`, `NSNumber`, texts, dates, UUIDs, enumerations by their raw value, identifiable
    /// objects by their identifier, places by their degrees, arrays, sets and ranges of these, nil and `NSNull`.
    package init?(any value: Any?) { self.init(any: value, depth: 0) }

    private init?(any value: Any?, depth: Int) {
        guard depth < 6 else { return nil }
        switch value {
        case nil: self = .null
        case is NSNull: self = .null
        case let text as String: self = .string(text)
        // A Bool casts to NSNumber and an NSNumber of 1 casts to Bool, so the type itself is asked.
        case .some(let flag as Bool) where Self.isBool(value): self = .bool(flag)
        case let number as NSNumber: self.init(number)
        case let number as Int: self = .int(Int64(number))
        case let number as any BinaryInteger: self = Int64(exactly: number).map { .int($0) } ?? .double(Double(number))
        case let number as any BinaryFloatingPoint: self = .double(Double(number))
        case let number as Decimal: self = .double(NSDecimalNumber(decimal: number).doubleValue)
        case let text as NSString: self = .string(text as String)
        case let text as Substring: self = .string(String(text))
        case let character as Character: self = .string(String(character))
        case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
        case let date as NSDate: self = .date(date.timeIntervalSinceReferenceDate)
        case let uuid as UUID: self = .uuid(uuid)
        case let uuid as NSUUID: self = UUID(uuidString: uuid.uuidString).map { .uuid($0) } ?? .null
        case let object as any PredicateIdentifiable: self = .string(object.predicateIdentifier)
        case let place as any PredicatePlace: self = .list([.double(place.predicateDegrees.latitude), .double(place.predicateDegrees.longitude)])
        case let list as NSArray: self.init(members: list.map { $0 }, depth)
        case let list as NSSet: self.init(members: list.allObjects, depth)
        case let list as NSOrderedSet: self.init(members: list.array, depth)
        case let list as any Collection: self.init(members: Self.members(list), depth)
        case let raw as any RawRepresentable: self.init(any: raw.rawValue, depth: depth + 1)
        case .some(let wrapped):
            // An optional inside an Any: nil there is nil here.
            let mirror = Mirror(reflecting: wrapped)
            guard mirror.displayStyle == .optional else { return nil }
            guard let inner = mirror.children.first else { self = .null; return }
            self.init(any: inner.value, depth: depth + 1)
        }
    }

    private static func isBool(_ value: Any?) -> Bool { value.map { Swift.type(of: $0) == Bool.self } ?? false }

    private init(_ number: NSNumber) {
        let encoding = String(cString: number.objCType)
        if encoding == "f" || encoding == "d" {
            self = .double(number.doubleValue)
        } else if encoding == "Q", number.uint64Value > UInt64(Int64.max) {
            self = .double(Double(number.uint64Value))
        } else {
            self = .int(number.int64Value)
        }
    }

    private init?(members: [Any], _ depth: Int) {
        var values: [QueryValue] = []
        values.reserveCapacity(members.count)
        for member in members {
            guard let value = QueryValue(any: member, depth: depth + 1) else { return nil }
            values.append(value)
        }
        self = .list(values)
    }

    private static func members(_ list: some Collection) -> [Any] { list.map { $0 as Any } }
}
