import Descriptions
import Foundation
import LibraryEngine
import PhotoModel
import PhotosServer
import Testing
@testable import PhotosTool

struct ChangeDescriptionTests {
    private func uuid(_ number: UInt8) -> UUID { UUID(uuid: (number, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number)) }

    private var change: ChangeDescription {
        let token = HistoryToken(library: uuid(9), position: ChangePosition(rawValue: 7), date: 725_803_200.25)
        func item(_ entity: ChangeItem.Entity, _ number: UInt8, _ kind: ChangeItem.Kind) -> ChangeItem {
            ChangeItem(entity: entity, uuid: uuid(number), kind: kind, aspects: .metadata)
        }
        return ChangeDescription(
            token: token, author: "org.example.app",
            items: [
                item(.asset, 1, .inserted), item(.asset, 2, .inserted), item(.asset, 3, .deleted),
                item(.collection, 4, .updated), item(.list, 5, .deleted),
            ])
    }

    @Test func aLineForAPerson() throws { try Golden.expect(change.line, matches: "change.txt") }

    @Test func anObjectForAScript() throws {
        var json = JSONWriter()
        change.write(to: &json)
        try Golden.expect(json.text, matches: "change.json")
        #expect(HistoryToken(text: change.token.text) == change.token)
    }
}
