import Foundation

extension QueryValue {
    /// The value as another type, the way `CAST` names them; nil when that makes no sense.
    func cast(to type: String) -> QueryValue? {
        switch (type, self) {
        case (_, .null): .null
        case ("NSDate", .date), ("NSString", .string), ("NSUUID", .uuid): self
        case ("NSDate", .int(let seconds)): .date(Double(seconds))
        case ("NSDate", .double(let seconds)): .date(seconds)
        case ("NSDate", .string(let text)): (ISODate.seconds(text) ?? Double(text)).map { .date($0) }
        case ("NSNumber", .int), ("NSNumber", .double), ("NSNumber", .bool): self
        case ("NSNumber", .string(let text)): Int64(text).map { .int($0) } ?? Double(text).map { .double($0) }
        case ("NSNumber", .date(let seconds)): .double(seconds)
        case ("NSString", .int(let number)): .string(String(number))
        case ("NSString", .double(let number)): .string("\(number)")
        case ("NSUUID", .string(let text)): UUID(uuidString: text).map { .uuid($0) }
        default: nil
        }
    }
}
