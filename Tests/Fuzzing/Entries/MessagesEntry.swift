import Pixels
@testable import Decoding

enum MessagesEntry {
    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        var choices = Choices(bytes)
        switch choices.byte() {
        case 3: SlotsSteps.run(&choices, &claims)
        case let kind where kind % 3 == 0: packet(Array(choices.rest), &claims)
        case let kind where kind % 3 == 1: answer(&choices, &claims)
        default: memories(&choices, &claims)
        }
    }

    /// What is no message is refused; what is one says the same when it is sent again.
    private static func packet(_ bytes: [UInt8], _ claims: inout Claims) {
        if let message = try? ParentMessage(decoding: bytes) {
            let again = message.encoded()
            claims.claim((try? ParentMessage(decoding: again)) == message, "\(message) comes back as another")
            claims.claim(hasFreeParts(message) || again.dropFirst(idEnd) == bytes.dropFirst(idEnd), "\(message) is written in other bytes than it was read from")
            if case .request(_, .render(_, let request)) = message, (try? RequestCheck.check(request)) != nil, let frames = request.frames {
                claims.claim((1...FrameRange.most).contains(frames.count) && frames.first >= 0, "\(frames) passed the check")
            }
        }
        if let message = try? WorkerMessage(decoding: bytes) {
            let again = message.encoded()
            claims.claim((try? WorkerMessage(decoding: again)) == message, "\(message) comes back as another")
            claims.claim(hasFreeParts(message) || again.dropFirst(idEnd) == bytes.dropFirst(idEnd), "\(message) is written in other bytes than it was read from")
        }
    }

    /// Messages that answer nothing have no id, and any is read.
    private static let idEnd = 16

    /// Texts are made valid when they are read, and a PNG has a quality that nobody looks at.
    private static func hasFreeParts(_ message: ParentMessage) -> Bool {
        guard case .request(_, let request) = message else { return false }
        if case .renderPacked = request { return false }
        return true
    }

    /// Texts, and protections that nobody knows yet.
    private static func hasFreeParts(_ message: WorkerMessage) -> Bool {
        switch message {
        case .hello, .failure: true
        case .needsMemory, .answer, .part, .frame, .needsInput: false
        }
    }

    // Made once and written by one thread at a time: fuzzing has one, and the tests take turns.
    private static let shared = try? SharedMemory.make(count: 1 << 16).memory
    /// As large as what holds one slot behind its first page.
    private static let slot = try? SharedMemory.make(count: Wire.alignment + Wire.slotBytes).memory

    /// A packet behind its length, then what lies in shared memory: the parent's checks of an answer.
    private static func answer(_ choices: inout Choices, _ claims: inout Claims) {
        let want = choices.byte()
        let packet = Array(choices.take(Int(choices.number(UInt16.self))))
        if let memory = shared, case .frame(_, let layout, let seconds)? = try? WorkerMessage(decoding: packet),
            let frame = try? AnswerCheck.frame(layout, at: seconds, mayBeDeep: want & 1 == 0, in: memory, limits: WorkerLimits())
        {
            claims.claim(want & 1 == 0 || frame.format == .rgba8, "a frame of 16 bits that nobody asked for")
            claims.claim(frame.pixels.count == frame.width * frame.height * frame.format.bytesPerPixel && seconds >= 0, "\(layout) passed and is none")
        }
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
        if want & 32 != 0 { request.frames = FrameRange(count: 8, bytes: want & 64 != 0 ? 0 : 1 << 12) }
        if let layout = try? AnswerCheck.pixels(answer, of: request, limits: WorkerLimits(), shared: memory.count) {
            let image = memory.image(layout) { PixelBuffer($0) }
            claims.claim(image.map { $0.pixels.count == layout.rowsLength } ?? false, "\(layout) passed and is none")
            claims.claim((layout.frames != nil) == (request.frames != nil), "\(layout): frames that nobody asked for, or none")
            if let image, let range = request.frames { frames(of: image, range, request, in: memory, &claims) }
        }
        let files = Int(want >> 6) + 1, slots = min(files, Int(want & 3))
        if let said = try? AnswerCheck.packed(
            answer, of: request, files: files, slots: slots, from: Wire.alignment, limits: WorkerLimits(), shared: memory.count)
        {
            var end = Wire.alignment
            for (index, picture) in said.pictures.enumerated() {
                guard let picture else { continue }
                let start = picture.start ?? 0, length = picture.layout.rowsLength
                let isInSlot = picture.start == nil && index < slots && length <= Wire.slotBytes
                claims.claim(isInSlot || start >= end && start + length <= memory.count, "\(picture) lies outside, or over another")
                if !isInSlot { end = start + length }
                let image = (isInSlot ? slot : memory)?.image(picture.layout, at: isInSlot ? Wire.alignment : start) { PixelBuffer($0) }
                claims.claim(image?.pixels.count == length && image?.iccProfile == nil && image?.damage == nil, "\(picture) passed and is none")
            }
            claims.claim(said.pictures.count == files, "\(said.pictures.count) pictures of \(files) files")
        }
        let layout = ImageLayout(width: Int(want >> 4) + 1, height: 2, bytesPerRow: 64, hasAlpha: false)
        if let image = try? AnswerCheck.encoded(answer, of: layout, as: want & 1 == 0 ? .png : .jpeg(quality: 80), at: Wire.alignment, in: memory) {
            claims.claim(image.width == layout.width && image.height == layout.height, "an image of another size")
        }
    }

    /// Frames lie one below the other, are of one size, and are shown for a time.
    private static func frames(
        of image: PixelImage, _ range: FrameRange, _ request: RenderRequest, in memory: SharedMemory, _ claims: inout Claims
    ) {
        guard let timing = image.frames, (1...range.count).contains(timing.delays.count) else {
            return claims.claim(false, "\(image.frames?.delays.count ?? 0) frames where 1 to \(range.count) were asked for")
        }
        let count = timing.delays.count, height = image.height / count, length = image.bytesPerRow * height
        claims.claim(height > 0 && height * count == image.height, "\(image.height) rows for \(count) frames")
        claims.claim(count == 1 || length * count <= range.bytes, "\(count) frames of \(length) bytes where \(range.bytes) were asked for")
        claims.claim(image.format == .rgba8, "frames of 16 bits")
        let isShown = timing.delays.allSatisfy { $0 <= FrameTiming.longest && (count == 1 || $0 >= FrameTiming.shortest) }
        claims.claim(isShown && (0...Int(UInt32.max)).contains(timing.loopCount), "\(timing)")
        if let target = request.target {
            let (fitsWidth, fitsHeight) = (image.width <= target.width, height <= target.height)
            let fits = request.mode == .fit ? fitsWidth && fitsHeight : fitsWidth || fitsHeight
            claims.claim(fits, "frames of \(image.width) by \(height) for \(target)")
        }
        for number in 0..<count {
            let frame = image.frame(number)
            claims.claim(frame.height == height && frame.width == image.width && frame.pixels.count == length, "frame \(number) is another size")
            claims.claim(count == 1 || frame.frames == nil, "frame \(number) has frames")
            let start = number * length
            claims.claim(frame.pixels.withUnsafeBytes { $0.elementsEqual(memory.bytes[start..<start + length]) }, "frame \(number) lies elsewhere")
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
            let isSound =
                table.segments.count <= max(1, limit) && table.segments[table.current]?.isLent == false && Set(lent).count == lent.count
                && lent.allSatisfy { table.segments[$0]?.isLent == true } && table.segments.keys.allSatisfy { 0..<64 ~= $0 }
            claims.claim(isSound, "limit \(limit), \(kept) bytes: \(table)")
            guard isSound else { return }
        }
    }
}
