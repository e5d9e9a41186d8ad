import Codecs
import Glibc

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
        do throws(WorkerFault) { message = try next(until: Clock.now + seconds, allowed: seconds) } catch {
            switch error {
            case .crashed: throw .notStarted("it ended while starting")
            case .timedOut: throw .notStarted("it was not ready after \(Int(seconds)) seconds")
            default: throw error
            }
        }
        guard case .hello(let said) = message else { throw .lied("no hello") }
        protections = said
    }

    /// Sends a request and waits for its answer; gives the worker more room where the limits allow it.
    func ask(_ id: UInt64, _ request: WorkRequest, input: Int32?, seconds: Double, options: DecoderOptions) throws(WorkerFault) -> Reply {
        let deadline = Clock.now + seconds
        try send(.request(id: id, request), input.map { [$0] } ?? [])
        var roomGiven = 0
        while true {
            switch try next(until: deadline, allowed: seconds) {
            case .answer(id, let answer): return .answer(answer)
            case .failure(id, let failure): return .failure(failure)
            case .needsRoom(id, let bytes):
                roomGiven += 1
                guard roomGiven <= 2, bytes > shared.count, bytes <= options.largestRoom(for: request) else {
                    throw .lied("asked for \(bytes) bytes of room")
                }
                try giveRoom(id, bytes)
            default: throw .lied("answered what was not asked")
            }
        }
    }

    /// Replaces the shared memory by one of at least `bytes`.
    func giveRoom(_ id: UInt64, _ bytes: Int) throws(WorkerFault) {
        let larger: SharedMemory
        do throws(SystemError) { larger = try SharedMemory(count: Wire.aligned(bytes)) } catch { throw .lied("\(error)") }
        try send(.room(id: id, bytes: larger.count), [larger.descriptor])
        shared = larger
    }

    private func send(_ message: ParentMessage, _ descriptors: [Int32]) throws(WorkerFault) {
        do throws(SystemError) { try channel.send(message.encoded(), descriptors: descriptors) } catch { throw .crashed }
    }

    private func next(until deadline: Double, allowed: Double) throws(WorkerFault) -> WorkerMessage {
        while true {
            let left = deadline - Clock.now
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
