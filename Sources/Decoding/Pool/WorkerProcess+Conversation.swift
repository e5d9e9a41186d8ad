import Glibc
import Pixels

extension WorkerProcess {
    /// The answer to a request as it lies in shared memory, unchecked, or the worker's refusal.
    enum Reply {
        case answer(WorkAnswer)
        case failure(WorkFailure)
    }

    /// Waits for the hello where it has not come yet.
    func awaitHello(seconds: Double) throws(WorkerFault) {
        guard protections == nil else { return }
        let message: WorkerMessage
        do throws(WorkerFault) { message = try next(until: now() + seconds, allowed: seconds) } catch {
            switch error {
            case .crashed: throw .notStarted("it ended while starting")
            case .timedOut: throw .notStarted("it was not ready after \(Int(seconds)) seconds")
            default: throw error
            }
        }
        guard case .hello(let said) = message else { throw .lied("no hello") }
        let missing = Protections.required.subtracting(said)
        guard missing.isEmpty else { throw .unprotected(missing.names) }
        protections = said
    }

    /// Sends a request and waits for its answer; gives the worker more memory where the limits allow it, and no more time with it.
    func ask(_ id: UInt64, _ request: WorkRequest, input: Int32?, seconds: Double, options: DecoderOptions) throws(WorkerFault) -> Reply {
        let deadline = now() + seconds
        try send(.request(id: id, request), input.map { [$0] } ?? [])
        var timesGiven = 0
        while true {
            switch try next(until: deadline, allowed: seconds) {
            case .answer(id, let answer): return .answer(answer)
            case .failure(id, let failure): return .failure(failure)
            case .needsMemory(id, let bytes):
                timesGiven += 1
                guard timesGiven <= 2, bytes > shared.count, bytes <= options.mostSharedBytes(for: request) else {
                    throw .lied("asked for \(bytes) bytes of memory")
                }
                try giveMemory(id, bytes)
            default: throw .lied("answered what was not asked")
            }
        }
    }

    /// The picture that an answer describes, which is checked: in the worker's memory, which the worker then has no more, or, where it is small or there is
    /// no other memory to give, in a copy.
    func picture(_ layout: ImageLayout, options: DecoderOptions) throws(WorkerFault) -> PixelImage {
        ring.noteWritten(layout.length ?? 0)
        let memory = shared
        let pixels = layout.rowsLength >= options.lentBytes ? try lend(layout.rowsLength, options) : nil
        guard let image = memory.image(layout, { pixels ?? PixelBuffer($0) }) else { throw .lied("pixels outside the shared memory") }
        return image
    }

    /// Takes slots for so many small pictures, as far as there are any.
    func takeSlots(_ count: Int) throws(WorkerFault) {
        taken = slots.take(count)
        while taken.count < count, let fresh = slots.grow() {
            defer { close(fresh.descriptor) }
            try send(.slots(number: fresh.number, bytes: fresh.memory.count), [fresh.descriptor])
            taken += slots.take(count - taken.count)
        }
    }

    /// The pictures that an answer describes, which is checked: in their slots, or, where they are smaller by far or have none, in copies.
    func pictures(_ packed: [PackedPicture?]) throws(WorkerFault) -> [PixelImage?] {
        defer { taken = [] }
        var images: [PixelImage?] = []
        for (index, picture) in packed.enumerated() {
            guard let picture else {
                images.append(nil)
                continue
            }
            let image: PixelImage?
            if let start = picture.start {
                image = shared.image(picture.layout, at: start) { PixelBuffer($0) }
            } else {
                let slot = taken[index]
                image = slot.memory.image(picture.layout, at: slot.location.offset) { pixels in
                    guard pixels.count >= Wire.slotBytes / 4 else { return PixelBuffer(pixels) }
                    return PixelBuffer(pixels, occupied: Wire.slotBytes) { withExtendedLifetime(slot) {} }
                }
            }
            guard let image else { throw .lied("pixels outside the shared memory") }
            images.append(image)
        }
        return images
    }

    /// Replaces the shared memory by one of at least `bytes`.
    func giveMemory(_ id: UInt64, _ bytes: Int) throws(WorkerFault) {
        let next = ring.replacement(atLeast: bytes)
        let fresh: (memory: SharedMemory, descriptor: Int32)?
        do throws(SystemError) { fresh = try Self.memory(for: next, bytes) } catch { throw .lied("\(error)") }
        try move(to: ring.replace(shared, by: next, fresh: fresh?.memory), next, fresh?.descriptor, id)
    }

    /// Gives memory back to the system after an unusually large answer that was copied.
    func shrink(options: DecoderOptions) throws(WorkerFault) {
        if shared.count > max(options.keptBytes, options.sharedBytes) { try giveMemory(0, options.sharedBytes) }
    }

    /// `nil` where the pixels have to be copied.
    private func lend(_ bytes: Int, _ options: DecoderOptions) throws(WorkerFault) -> PixelBuffer? {
        guard let next = ring.successor(lending: bytes) else { return nil }
        let fresh: (memory: SharedMemory, descriptor: Int32)?
        do throws(SystemError) { fresh = try Self.memory(for: next, options.sharedBytes) } catch { return nil }
        let (pixels, following) = ring.lend(shared, bytes: bytes, next: next, fresh: fresh?.memory)
        // Before anybody sees the picture: what an honest worker writes from now on goes elsewhere.
        try move(to: following, next, fresh?.descriptor, 0)
        return pixels
    }

    private static func memory(for next: SegmentTable.Next, _ bytes: Int) throws(SystemError) -> (memory: SharedMemory, descriptor: Int32)? {
        guard case .new = next else { return nil }
        return try SharedMemory.make(count: Wire.aligned(bytes))
    }

    /// Makes the worker write elsewhere from now on. Closes the descriptor.
    private func move(to memory: SharedMemory?, _ next: SegmentTable.Next, _ descriptor: Int32?, _ id: UInt64) throws(WorkerFault) {
        defer { if let descriptor { close(descriptor) } }
        guard let memory else { throw .crashed }
        let segment = ParentMessage.Segment(number: next.number, bytes: memory.count, kept: ring.kept | slots.kept)
        try send(.segment(id: id, segment), descriptor.map { [$0] } ?? [])
        shared = memory
    }

    func send(_ message: ParentMessage, _ descriptors: [Int32]) throws(WorkerFault) {
        do throws(SystemError) { try channel.send(message.encoded(), descriptors: descriptors) } catch { throw .crashed }
    }

    func next(until deadline: Double, allowed: Double) throws(WorkerFault) -> WorkerMessage {
        while true {
            let left = deadline - now()
            guard left > 0 else { throw .timedOut(allowed) }
            if channel.wait(milliseconds: Int((left * 1000).rounded(.up))) { break }
        }
        let packet: (bytes: [UInt8], descriptors: [Int32], wasCut: Bool)?
        do throws(SystemError) { packet = try channel.receive() } catch { throw .crashed }
        guard let packet else { throw .crashed }
        guard !packet.wasCut else { throw .lied("sent more than a packet holds") }
        do throws(ProtocolError) { return try WorkerMessage(decoding: packet.bytes) } catch { throw .lied("sent \(error)") }
    }
}
