import CloudKit
import Foundation
import Testing

@Suite struct CloudKitTests {
    @Test func anAssetHasItsFile() {
        #expect(CKAsset(fileURL: URL(fileURLWithPath: "/tmp/a.jpg")).fileURL?.path == "/tmp/a.jpg")
    }

    @Test func anIdentifierIsKeptAsItIs() throws {
        let text = #"{"identifier":"A-1"}"#
        let identifier = try JSONDecoder().decode(CKAsset.ExportedAssetID.self, from: Data(text.utf8))
        #expect(try String(decoding: JSONEncoder().encode(identifier), as: UTF8.self) == text)
    }
}
