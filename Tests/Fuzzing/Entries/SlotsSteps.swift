@testable import Decoding
import Glibc

/// Each byte is something that happens to the slots for small pictures of one worker.
enum SlotsSteps {
    static func run(_ choices: inout Choices, _ claims: inout Claims) {
        let limit = Int(choices.byte() % 4)
        let slots = PictureSlots(slabs: limit)
        var taken: [PictureSlots.Slot] = []
        var known: Set<Int> = []
        for step in choices.rest.prefix(256) {
            let number = Int(step >> 3)
            switch step & 7 {
            case 0...2:
                let more = slots.take(number)
                claims.claim(more.count <= number, "\(more.count) slots where \(number) were asked for")
                taken += more
            case 3:
                if let fresh = slots.grow() {
                    close(fresh.descriptor)
                    claims.claim(known.insert(fresh.number).inserted, "memory \(fresh.number) twice")
                }
            case 4: taken.removeFirst(min(number, taken.count))
            case 5: taken.removeLast(min(number, taken.count))
            case 6: if number < taken.count { taken.remove(at: number) }
            default: if step == 255 { slots.close() }
            }
        }
        let locations = taken.map { [$0.location.memory, $0.location.offset] }
        claims.claim(Set(locations).count == locations.count, "one slot for two pictures: \(locations)")
        claims.claim(known.count <= limit && slots.kept & ~known.reduce(0) { $0 | 1 << UInt64($1) } == 0, "\(known) of \(limit), kept \(slots.kept)")
        for slot in taken {
            let isInside = slot.location.offset >= 0 && slot.location.offset + Wire.slotBytes <= slot.memory.count
            claims.claim(isInside && known.contains(slot.location.memory), "\(slot.location) lies outside")
        }
    }
}
