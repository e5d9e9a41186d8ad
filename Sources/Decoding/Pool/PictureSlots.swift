import Glibc
import Pixels
import Synchronization

/// Slots for small pictures, in memory that one worker shares with its parent.
///
/// A picture is decoded into its slot and stays there until nobody holds it any more; then the slot is used again, by the same worker and no other,
/// which could read what was in it. A copy into fresh memory would cost half of what decoding a thumbnail does.
final class PictureSlots: Sendable {
    /// A slot that is taken, and free again with its last reference.
    final class Slot: Sendable {
        let location: PackedFile.Slot
        let memory: SharedMemory
        private let owner: PictureSlots

        fileprivate init(_ location: PackedFile.Slot, _ memory: SharedMemory, _ owner: PictureSlots) {
            (self.location, self.memory, self.owner) = (location, memory, owner)
        }

        deinit { owner.giveBack(location) }
    }

    private struct Slab {
        let memory: SharedMemory
        /// The free slots, one to a bit.
        var free = UInt64.max
    }

    private struct State {
        var slabs: [Slab] = []
        var isClosed = false
    }

    /// Numbers of the memories: beyond those of a `SegmentTable`.
    static let firstNumber = 56
    static let slabsAtMost = 8
    static let slotsPerSlab = 64
    /// Between two slots lies a page, into which vector code may write a little.
    private static let stride = Wire.slotBytes + Wire.alignment
    /// This many keep their pages when no picture is in them.
    private static let keptSlabs = 2

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter slabs: how many of 64 slots there may be, at most `slabsAtMost`.
    init(slabs: Int) { limit = min(max(slabs, 0), Self.slabsAtMost) }

    /// Up to `count` slots. Those that are missing are to be had after `grow`, if that gives anything.
    func take(_ count: Int) -> [Slot] {
        state.withLock { state in
            var taken: [Slot] = []
            for index in state.slabs.indices {
                while taken.count < count, state.slabs[index].free != 0 {
                    let bit = state.slabs[index].free.trailingZeroBitCount
                    state.slabs[index].free &= ~(1 << UInt64(bit))
                    let location = PackedFile.Slot(memory: Self.firstNumber + index, offset: bit * Self.stride)
                    taken.append(Slot(location, state.slabs[index].memory, self))
                }
            }
            return taken
        }
    }

    /// Makes more slots, in memory the worker has to be told of; `nil` where there are enough, or no memory. The caller closes the descriptor.
    func grow() -> (number: Int, memory: SharedMemory, descriptor: Int32)? {
        guard state.withLock({ $0.slabs.count < limit && !$0.isClosed }),
            let fresh = try? SharedMemory.make(count: Self.slotsPerSlab * Self.stride)
        else { return nil }
        let number = state.withLock { state in
            state.slabs.append(Slab(memory: fresh.memory))
            return Self.firstNumber + state.slabs.count - 1
        }
        return (number, fresh.memory, fresh.descriptor)
    }

    /// What the worker is to keep, one to a bit.
    var kept: UInt64 { state.withLock { $0.slabs.indices.reduce(0) { $0 | 1 << UInt64(Self.firstNumber + $1) } } }

    /// The worker is gone: what is free is unmapped now, the rest with the last picture in it.
    func close() {
        let unmapped = state.withLock { state in
            state.isClosed = true
            defer { state.slabs = [] }
            return state.slabs
        }
        withExtendedLifetime(unmapped) {}
    }

    private func giveBack(_ location: PackedFile.Slot) {
        let index = location.memory - Self.firstNumber
        state.withLock { state in
            guard !state.isClosed else { return }
            state.slabs[index].free |= 1 << UInt64(location.offset / Self.stride)
            guard index >= Self.keptSlabs, state.slabs[index].free == .max else { return }
            // Both sides keep the addresses, the system gets the memory.
            let bytes = state.slabs[index].memory.bytes
            _ = madvise(bytes.baseAddress, bytes.count, MADV_REMOVE)
        }
    }
}
