import CLinux
import Decoding
import Glibc

/// Breaks the protocol by writing to the channel behind the worker's back. Request ids count from 1 in each pool.
enum RawFault: String {
    case garbage, wrongId = "wrong-id", wrongVersion = "wrong-version", oversized, descriptor, drip, closes, halfAnswer = "half-answer"
    case outside, hugeFacts = "huge-facts", badJSON = "bad-json", wrongKind = "wrong-kind", emptyPacket = "empty-packet"
    case pixelsOutside = "pixels-outside", pixelsDeep = "pixels-deep", pixelsRow = "pixels-row"

    func commit() {
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
                send(WorkerMessage.needsRoom(id: 1, bytes: 100_000_000 + bytes).encoded())
                usleep(10_000)
            }
        case .closes:
            close(Wire.workerChannel)
            while true { poll(nil, 0, -1) }
        case .halfAnswer: send(Array(WorkerMessage.answer(id: 1, .examination(factsLength: 2, preview: nil, thumbnail: nil)).encoded().prefix(20)))
        case .outside: send(WorkerMessage.answer(id: id, .examination(factsLength: 1 << 40, preview: nil, thumbnail: nil)).encoded())
        case .hugeFacts: send(WorkerMessage.answer(id: id, .examination(factsLength: 60 << 20, preview: nil, thumbnail: nil)).encoded())
        case .badJSON: send(WorkerMessage.answer(id: id, .examination(factsLength: 7, preview: nil, thumbnail: nil)).encoded())
        case .wrongKind: send(WorkerMessage.answer(id: id, .encoded(EncodedLayout(length: 10, width: 1, height: 1))).encoded())
        case .emptyPacket: send([])
        case .pixelsOutside: send(pixels(ImageLayout(width: 16, height: 16, bytesPerRow: 1 << 26, hasAlpha: false)))
        case .pixelsDeep: send(pixels(ImageLayout(width: 16, height: 16, bytesPerRow: 128, format: .rgba16, hasAlpha: false)))
        case .pixelsRow: send(pixels(ImageLayout(width: 16, height: 16, bytesPerRow: 63, hasAlpha: false)))
        }
        while true { poll(nil, 0, -1) }
    }

    private func pixels(_ layout: ImageLayout) -> [UInt8] { WorkerMessage.answer(id: id, .pixels(layout)).encoded() }

    /// The request in hand: tests that need it use a pool whose first attempt is request 1 and whose second is request 2, each in a new process.
    private var id: UInt64 { 1 }

    private func send(_ bytes: [UInt8], _ descriptors: [Int32] = []) {
        _ = csys_channel_send(Wire.workerChannel, bytes, bytes.count, descriptors, Int32(descriptors.count), 1)
    }
}
