import Foundation
import LibraryEngine
import Pixels

extension WrittenProperties {
    /// What of a dictionary in ImageIO's layout is of a kind that a file's metadata can have; everything else is passed over. `NSNull` takes a value out.
    init(_ dictionary: [String: Any]) {
        var parts: [String: [String: Value]] = [:]
        for (name, value) in dictionary {
            if let part = value as? [AnyHashable: Any] {
                for (key, value) in part { if let key = Self.text(key.base) { parts[name, default: [:]][key] = Self.value(value) } }
            } else {
                parts["", default: [:]][name] = Self.value(value)
            }
        }
        self.init(parts: parts)
    }

    private static func value(_ value: Any) -> Value? {
        if value is NSNull { return .removed }
        if let text = text(value) { return .text(text) }
        if let number = value as? NSNumber { return number.doubleValue.isFinite ? .numbers([number.doubleValue]) : nil }
        guard let list = value as? [Any], !list.isEmpty else { return nil }
        let texts = list.compactMap(text)
        if texts.count == list.count { return .texts(texts) }
        let numbers = list.compactMap { ($0 as? NSNumber)?.doubleValue }
        return numbers.count == list.count && numbers.allSatisfy(\.isFinite) ? .numbers(numbers) : nil
    }

    /// Texts are Swift's or Foundation's, which are not equal to each other.
    private static func text(_ value: Any) -> String? { value as? String ?? (value as? NSString).map { $0 as String } }
}

/// Image files whose metadata an application's dictionary changes. Written in a worker.
package enum ImageFileWriting {
    /// The file with what the dictionary says, in ImageIO's layout.
    /// - Returns: `nil` where there is nothing to say, and where the file is of a type into which nothing can be written.
    /// - Throws: a `PHPhotosError` where the dictionary has more than a file can hold, and where no worker can be started.
    package static func written(_ dictionary: [String: Any], into data: Data) throws -> Data? {
        let properties = WrittenProperties(dictionary)
        guard !properties.isEmpty else { return nil }
        guard properties.textBytes <= WrittenProperties.longestTexts else {
            throw PHPhotosError(.limitExceeded, "The dictionary has texts of \(properties.textBytes) bytes, and a file takes \(WrittenProperties.longestTexts). Shorten them.")
        }
        var metadata = WrittenMetadata()
        metadata.properties = properties
        let wanted = metadata
        do {
            let decoder = try ProcessImageCoder.decoder()
            return try data.withUnsafeBytes { bytes in try MediaSource.lend(bytes, named: "image") { try decoder.write(wanted, into: $0) } }.map { Data($0) }
        } catch let error as CodecError where error.code == .unsupported || error.code == .damaged {
            return nil
        } catch {
            throw PHPhotosError(error)
        }
    }
}
