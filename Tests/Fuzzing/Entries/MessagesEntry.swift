import Codecs
@testable import Decoding

enum MessagesEntry {
    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        var choices = Choices(bytes)
        switch choices.byte() % 3 {
        case 0: packet(Array(choices.rest), &claims)
        case 1: answer(&choices, &claims)
        default: memories(&choices, &claims)
        }
    }

    /// What is no message is refused; what is one says the same when it is sent again.
    private static func packet(_ bytes: [UInt8], _ claims: inout Claims) {
        if let message = try? ParentMessage(decoding: bytes) {
            claims.claim((try? ParentMessage(decoding: message.encoded())) == message, "\(message) comes back as another")
        }
        if let message = try? WorkerMessage(decoding: bytes) {
            claims.claim((try? WorkerMessage(decoding: message.encoded())) == message, "\(message) comes back as another")
        }
    }

    // Made once and written by one thread at a time: fuzzing has one, and the tests take turns.
    private static let shared = try? SharedMemory.make(count: 1 << 16).memory

    /// A packet behind its length, then what lies in shared memory: the parent's checks of an answer.
    private static func answer(_ choices: inout Choices, _ claims: inout Claims) {
        let want = choices.byte()
        let packet = Array(choices.take(Int(choices.number(UInt16.self))))
        guard let memory = shared, case .answer(_, let answer)? = try? WorkerMessage(decoding: packet) else { return }
        memory.bytes.copyBytes(from: choices.rest.prefix(memory.count))
        if let result = try? AnswerCheck.examination(answer, of: want & 1 == 0 ? ExamineOptions() : .factsOnly, in: memory) {
            claims.claim(result.facts.bounded() == result.facts, "facts beyond their bounds: \(result.facts)")
            claims.claim(result.thumbnail.map { $0.width <= 256 && $0.height <= 256 } ?? true, "a thumbnail that is too large")
        }
        var request = RenderRequest()
        if want & 2 != 0 { request.target = PixelSize(width: 10, height: 10) }
        if want & 4 != 0 { request.exact = false }
        if want & 8 != 0 { request.mode = .fill }
        if want & 16 != 0 { request.format = .rgba16 }
        if want & 32 != 0 { request.frames = FrameRange(count: 8, bytes: 1 << 12) }
        if let layout = try? AnswerCheck.pixels(answer, of: request, limits: WorkerLimits(), room: memory.count) {
            let image = memory.image(layout) { PixelBuffer($0) }
            claims.claim(image.map { $0.pixels.count == layout.rowsLength } ?? false, "\(layout) passed and is none")
            let frames = (0..<(layout.frames?.delays.count ?? 0)).compactMap { image?.frame($0).pixels.count }
            claims.claim((layout.frames != nil) == (request.frames != nil), "\(layout): frames that nobody asked for, or none")
            claims.claim(layout.frames == nil || frames.reduce(0, +) == layout.rowsLength, "\(layout): frames that are not all of it")
        }
        let files = Int(want >> 6) + 1, places = min(files, Int(want & 3))
        if let said = try? AnswerCheck.packed(
            answer, of: request, files: files, places: places, from: Wire.alignment, limits: WorkerLimits(), room: memory.count) {
            var end = Wire.alignment
            for (index, picture) in said.pictures.enumerated() {
                guard let picture else { continue }
                let start = picture.start ?? 0, length = picture.layout.rowsLength
                let isInPlace = picture.start == nil && index < places && length <= Wire.placeBytes
                claims.claim(isInPlace || start >= end && start + length <= memory.count, "\(picture) lies outside, or over another")
                if !isInPlace { end = start + length }
            }
            claims.claim(said.pictures.count == files, "\(said.pictures.count) pictures of \(files) files")
        }
        let layout = ImageLayout(width: Int(want >> 4) + 1, height: 2, bytesPerRow: 64, hasAlpha: false)
        if let image = try? AnswerCheck.encoded(answer, of: layout, as: want & 1 == 0 ? .png : .jpeg(quality: 80), at: Wire.alignment, in: memory) {
            claims.claim(image.width == layout.width && image.height == layout.height, "an image of another size")
        }
    }

    /// Each byte is something that happens to the memories of one worker.
    private static func memories(_ choices: inout Choices, _ claims: inout Claims) {
        let limit = Int(choices.byte() % 65), kept = Int(choices.byte()) * 100
        var table = SegmentTable(limit: limit, keptBytes: kept, firstSize: 120)
        var lent: [Int] = []
        for step in choices.rest.prefix(4096) {
            let bytes = Int(step >> 3) * 10
            switch step & 7 {
            case 0...2:
                table.noteWritten(bytes)
                guard let next = table.successor(lending: bytes) else { continue }
                let number = table.current
                if table.lend(next: next, size: 120 + bytes) { lent.append(number) }
            case 3, 4: _ = table.replace(by: table.replacement(atLeast: 100 + bytes), size: 100 + bytes)
            case 5: if !lent.isEmpty { table.giveBack(lent.removeFirst()) }
            case 6: if let number = lent.popLast() { table.giveBack(number) }
            default: table.noteWritten(bytes)
            }
            let isSound = table.segments.count <= max(1, limit) && table.segments[table.current]?.isLent == false && Set(lent).count == lent.count
                && lent.allSatisfy { table.segments[$0]?.isLent == true } && table.segments.keys.allSatisfy { 0..<64 ~= $0 }
            claims.claim(isSound, "limit \(limit), \(kept) bytes: \(table)")
            guard isSound else { return }
        }
    }
}
