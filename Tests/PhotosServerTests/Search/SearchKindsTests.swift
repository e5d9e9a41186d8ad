import Foundation
import Testing
@testable import PhotosServer

@Suite struct SearchKindsTests {
    private static let languages = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/PhotosServer/Web/languages").standardizedFileURL

    @Test(arguments: ["en", "de", "zh-Hans", "zh-Hant"]) func `what the page calls a kind finds that kind`(language: String) throws {
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: Self.languages.appendingPathComponent("\(language).json"))) as? [String: Any]
        let messages = try #require(file?["messages"] as? [String: Any])
        // A name of several words is looked for word by word, as “Live Photos”.
        let names = messages.filter { $0.key.hasPrefix("kinds.") }.compactMapValues { $0 as? String }.filter { !$0.value.contains(" ") }
        #expect(names.count > 10)
        for (key, name) in names { #expect(SearchKinds.kind(name)?.name == String(key.dropFirst("kinds.".count)), "\(name)") }
    }
}
