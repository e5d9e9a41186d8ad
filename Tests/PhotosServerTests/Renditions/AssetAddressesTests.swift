import Foundation
import TestSupport
import Testing
@testable import PhotosServer

@Suite struct AssetAddressesTests {
    @Test func `what was noted last of an asset is known, and nothing of another`() {
        let addresses = AssetAddresses(), uuid = UUID(), (high, low) = uuid.halves
        #expect(addresses.address(high: high, low: low) == nil)
        addresses.note(uuid, id: 7, revision: 1)
        addresses.note(uuid, id: 7, revision: 2)
        #expect(addresses.address(high: high, low: low) == .init(id: 7, revision: 2))
        #expect(addresses.address(high: high ^ 1, low: low) == nil && addresses.address(high: high, low: low ^ 1) == nil)
        addresses.forget()
        #expect(addresses.address(high: high, low: low) == nil)
    }

    @Test func `of a hundred thousand assets all but a few keep their place, and the latest always does`() {
        let addresses = AssetAddresses()
        var random = SeededRandom(seed: 1)
        let uuids = (0..<100_000).map { _ in UUID(high: random.next(), low: random.next()) }
        for (number, uuid) in uuids.enumerated() {
            addresses.note(uuid, id: Int64(number) + 1, revision: 1)
            let (high, low) = uuid.halves
            if addresses.address(high: high, low: low)?.id != Int64(number) + 1 { Issue.record("\(number) is not known at once") }
        }
        let known = uuids.enumerated().count { number, uuid in addresses.address(high: uuid.halves.high, low: uuid.halves.low)?.id == Int64(number) + 1 }
        #expect(known > 99_900, "\(known)")
    }
}
