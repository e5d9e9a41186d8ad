import Pixels
import Synchronization

/// The shared memories of one worker that it is not writing into, and the rules by which they go round.
///
/// A large picture is not copied: the caller gets the memory it lies in, after the worker got another one, and with the end of the picture the memory
/// comes back to the same worker and no other, which could read what was in it.
final class SegmentRing: Sendable {
    private struct State {
        var table: SegmentTable
        var free: [Int: SharedMemory] = [:]
        var isClosed = false
    }

    private let state: Mutex<State>

    init(limit: Int, keptBytes: Int, firstSize: Int) {
        state = Mutex(State(table: SegmentTable(limit: limit, keptBytes: keptBytes, firstSize: firstSize)))
    }

    func noteWritten(_ bytes: Int) { state.withLock { $0.table.noteWritten(bytes) } }

    func successor(lending bytes: Int) -> SegmentTable.Next? { state.withLock { $0.table.successor(lending: bytes) } }

    func replacement(atLeast bytes: Int) -> SegmentTable.Next { state.withLock { $0.table.replacement(atLeast: bytes) } }

    /// Makes a picture's memory of the current one, of which `bytes` are the pixels, and goes on with `next`: `fresh`, where that is new.
    func lend(_ memory: SharedMemory, bytes: Int, next: SegmentTable.Next, fresh: SharedMemory?) -> (pixels: PixelBuffer, next: SharedMemory?) {
        let (number, occupied, returns, following) = state.withLock { state -> (Int, Int, Bool, SharedMemory?) in
            let number = state.table.current
            let occupied = state.table.segments[number]?.written ?? bytes
            let returns = state.table.lend(next: next, size: fresh?.count ?? 0)
            return (number, occupied, returns, fresh ?? state.free.removeValue(forKey: next.number))
        }
        let pixels = PixelBuffer(UnsafeRawBufferPointer(rebasing: memory.bytes[..<bytes]), occupied: occupied) {
            if returns { self.giveBack(memory, number) }
            // The last reference: where it is not kept it is unmapped.
            withExtendedLifetime(memory) {}
        }
        return (pixels, following)
    }

    /// Goes on with `next`: `fresh`, where that is new. The memory so far is free or given up.
    func replace(_ memory: SharedMemory, by next: SegmentTable.Next, fresh: SharedMemory?) -> SharedMemory? {
        state.withLock { state in
            let number = state.table.current
            if state.table.replace(by: next, size: fresh?.count ?? 0) { state.free[number] = memory }
            return fresh ?? state.free.removeValue(forKey: next.number)
        }
    }

    /// What the worker is to keep.
    var kept: UInt64 { state.withLock { $0.table.kept } }

    /// The worker is gone: what is free is unmapped now, what is lent with the end of its picture.
    func close() {
        let unmapped = state.withLock { state in
            state.isClosed = true
            defer { state.free = [:] }
            return state.free
        }
        withExtendedLifetime(unmapped) {}
    }

    private func giveBack(_ memory: SharedMemory, _ number: Int) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.table.giveBack(number)
            state.free[number] = memory
        }
    }
}
