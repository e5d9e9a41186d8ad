import Foundation

// Archives of projects: names as Apple's properties have them, lists one entry after the other.
extension NSCoder {
    func encode<Element: NSObject & NSCoding>(list: [Element], forKey key: String) {
        encode(list.count, forKey: key + ".count")
        for (index, element) in list.enumerated() { encode(element, forKey: "\(key).\(index)") }
    }

    /// `nil` where the archive has no such list, or one of other things.
    func decodeList<Element: NSObject & NSCoding>(of types: [Element.Type], forKey key: String) -> [Element]? {
        guard containsValue(forKey: key + ".count"), case let count = decodeInteger(forKey: key + ".count"), (0...100_000).contains(count) else { return nil }
        var list: [Element] = []
        for index in 0..<count {
            guard let element = decodeObject(of: types.map { $0 as AnyClass }, forKey: "\(key).\(index)") as? Element else { return nil }
            list.append(element)
        }
        return list
    }

    func encode(text: String?, forKey key: String) {
        if let text { encode(text as NSString, forKey: key) }
    }

    func decodeText(forKey key: String) -> String? { decodeOptional(NSString.self, forKey: key).map { $0 as String } }

    /// `nil` also where the archive has nothing of the name, which is an error to a decoder.
    func decodeOptional<Value: NSObject & NSCoding>(_ type: Value.Type, forKey key: String) -> Value? {
        containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
    }

    func encode(rectangle: CGRect, forKey key: String) {
        for (name, value) in [("x", rectangle.minX), ("y", rectangle.minY), ("width", rectangle.width), ("height", rectangle.height)] {
            encode(Double(value), forKey: "\(key).\(name)")
        }
    }

    /// `nil` for what is no rectangle.
    func decodeRectangle(forKey key: String) -> CGRect? {
        guard containsValue(forKey: key + ".x") else { return nil }
        let values = ["x", "y", "width", "height"].map { decodeDouble(forKey: "\(key).\($0)") }
        guard values.allSatisfy(\.isFinite) else { return nil }
        return CGRect(x: values[0], y: values[1], width: values[2], height: values[3])
    }

    /// `nil` for a number that has no case.
    func decodeCase<Value: RawRepresentable<Int>>(_ type: Value.Type, forKey key: String) -> Value? {
        containsValue(forKey: key) ? Value(rawValue: decodeInteger(forKey: key)) : nil
    }
}
