import CLinux
import Decoding
import Glibc

/// Breaks the protocol by writing to the channel behind the worker's back.
enum RawFault: String {
    case garbage, wrongId = "wrong-id", wrongVersion = "wrong-version", oversized, descriptor, drip, closes, halfAnswer = "half-answer"
    case outside, hugeFacts = "huge-facts", badJSON = "bad-json", wrongKind = "wrong-kind", emptyPacket = "empty-packet"
    case slowDrip = "slow-drip", lateMemory = "late-memory", greedyMemory = "greedy-memory", oneByte = "one-byte", bytesThenMemory = "bytes-then-memory", shutdown
    case pixelsOutside = "pixels-outside", pixelsDeep = "pixels-deep", pixelsRow = "pixels-row"
    case packedFew = "packed-few", packedOutside = "packed-outside", packedProfile = "packed-profile", packedMany = "packed-many"

    /// - Parameter id: the request in hand. Request ids count from 1 in each pool, and an attempt in a fresh process keeps its request's.
    func commit(_ id: UInt64) {
        switch self {
        case .garbage: send((0..<100).map { UInt8($0) })
        case .wrongId: send(WorkerMessage.answer(id: .max, .examination(factsLength: 2, preview: nil, thumbnail: nil)).encoded())
        case .wrongVersion:
            var bytes = WorkerMessage.hello([]).encoded()
            bytes[4] = 200
            send(bytes)
        case .oversized: send([UInt8](repeating: 1, count: 100_000))
        case .descriptor: send(WorkerMessage.hello([]).encoded(), [0, 1])
        case .drip:
            for bytes in 1... {
                send(WorkerMessage.needsMemory(id: id, bytes: 100_000_000 + bytes).encoded())
                usleep(10_000)
            }
        case .slowDrip:
            // Nothing but what it may ask for, and never anything else.
            send(WorkerMessage.needsMemory(id: id, bytes: 2 << 20).encoded())
            usleep(50_000)
            send(WorkerMessage.needsMemory(id: id, bytes: 3 << 20).encoded())
        case .lateMemory: send(WorkerMessage.needsMemory(id: id, bytes: 2 << 20).encoded())
        case .greedyMemory: send(WorkerMessage.needsMemory(id: id, bytes: 8 << 30).encoded())
        case .oneByte: for byte in UInt8(0)... { send([byte]) }
        case .bytesThenMemory:
            for byte in WorkerMessage.needsMemory(id: id, bytes: 2 << 20).encoded() {
                send([byte])
                usleep(1000)
            }
            send(WorkerMessage.needsMemory(id: id, bytes: 2 << 20).encoded())
        case .shutdown: Glibc.shutdown(Wire.workerChannel, Int32(SHUT_WR))
        case .closes:
            close(Wire.workerChannel)
            while true { poll(nil, 0, -1) }
        case .halfAnswer: send(Array(WorkerMessage.answer(id: id, .examination(factsLength: 2, preview: nil, thumbnail: nil)).encoded().prefix(20)))
        case .outside: send(WorkerMessage.answer(id: id, .examination(factsLength: 1 << 40, preview: nil, thumbnail: nil)).encoded())
        case .hugeFacts: send(WorkerMessage.answer(id: id, .examination(factsLength: 60 << 20, preview: nil, thumbnail: nil)).encoded())
        case .badJSON: send(WorkerMessage.answer(id: id, .examination(factsLength: 7, preview: nil, thumbnail: nil)).encoded())
        case .wrongKind: send(WorkerMessage.answer(id: id, .encoded(EncodedLayout(length: 10, width: 1, height: 1))).encoded())
        case .emptyPacket: send([])
        case .pixelsOutside: send(pixels(id, ImageLayout(width: 16, height: 16, bytesPerRow: 1 << 26, hasAlpha: false)))
        case .pixelsDeep: send(pixels(id, ImageLayout(width: 16, height: 16, bytesPerRow: 128, format: .rgba16, hasAlpha: false)))
        case .pixelsRow: send(pixels(id, ImageLayout(width: 16, height: 16, bytesPerRow: 63, hasAlpha: false)))
        case .packedFew: send(packed(id, []))
        case .packedOutside: send(packed(id, [Self.small, ImageLayout(width: 16, height: 16, bytesPerRow: 1 << 26, hasAlpha: false)]))
        case .packedProfile: send(packed(id, [Self.small, ImageLayout(width: 16, height: 16, bytesPerRow: 64, hasAlpha: false, profileLength: 10)]))
        case .packedMany: send(packed(id, [Self.small, Self.small, nil]))
        }
        while true { poll(nil, 0, -1) }
    }

    private static let small = ImageLayout(width: 16, height: 16, bytesPerRow: 64, hasAlpha: false)

    private func packed(_ id: UInt64, _ layouts: [ImageLayout?]) -> [UInt8] { WorkerMessage.answer(id: id, .packed(layouts)).encoded() }

    private func pixels(_ id: UInt64, _ layout: ImageLayout) -> [UInt8] { WorkerMessage.answer(id: id, .pixels(layout)).encoded() }

    private func send(_ bytes: [UInt8], _ descriptors: [Int32] = []) {
        _ = clinux_channel_send(Wire.workerChannel, bytes, bytes.count, descriptors, Int32(descriptors.count), 1)
    }
}
