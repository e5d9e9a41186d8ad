import Glibc
import Pixels

/// One request with what goes along with it.
struct DecoderJob {
    let request: WorkRequest
    /// For messages.
    let name: String
    /// Borrowed descriptor of the file; `nil` where `image` or `files` are the input.
    let input: Int32?
    /// Bytes of the input.
    let size: Int
    var image: PixelImage?
    /// What lies in the shared memory.
    var files: [[UInt8]] = []

    /// Sends the job to a worker that is ready and waits for its answer, which may take so many seconds.
    func run(_ id: UInt64, _ process: WorkerProcess, _ options: DecoderOptions, seconds: Double) throws(WorkerFault) -> WorkerProcess.Reply {
        var request = request
        if let image, case .encode(let layout, _) = request { try place(image, layout, id, process) }
        if case .write(_, let metadata, _) = request {
            if metadata > process.shared.count { try process.giveMemory(id, metadata) }
            place(files, process)
        }
        if case .renderPacked(var packed, let wanted) = request {
            if size > process.shared.count { try process.giveMemory(id, size) }
            place(files, process)
            try process.takeSlots(packed.count)
            for (index, slot) in process.taken.enumerated() { packed[index].slot = slot.location }
            request = .renderPacked(packed, wanted)
        }
        return try process.ask(id, request, input: input, seconds: seconds, options: options)
    }

    private func place(_ files: [[UInt8]], _ process: WorkerProcess) {
        var offset = 0
        for file in files {
            file.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: process.shared.bytes[offset...]).copyMemory(from: $0) }
            offset += file.count
        }
    }

    private func place(_ image: PixelImage, _ layout: ImageLayout, _ id: UInt64, _ process: WorkerProcess) throws(WorkerFault) {
        let wanted = Wire.aligned(layout.length ?? 0) + DecoderOptions.encodedLimit(layout)
        if wanted > process.shared.count { try process.giveMemory(id, wanted) }
        let rows = layout.rowsLength
        let target = process.shared.bytes
        image.pixels.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<rows])) }
        process.ring.noteWritten(layout.length ?? 0)
        if let profile = image.iccProfile { UnsafeMutableRawBufferPointer(rebasing: target[rows...]).copyBytes(from: profile) }
    }

    /// True where the file is another than it was when the job began.
    var inputChanged: Bool {
        var facts = stat()
        guard let input, fstat(input, &facts) == 0 else { return false }
        return Int(facts.st_size) != size
    }
}
