import Support

/// Appends lines to a segment. Nothing counts before a commit, and nothing is on the disk before `finish`.
final class SegmentWriter {
    private let file: RecordFile
    private let compressor: BlockGzip.Compressor?
    private let hash: ContentHash?
    private var line: [UInt8] = []
    private var text: [UInt8] = []
    private var compressed: [UInt8] = []
    /// Behind what was written, in the file.
    private(set) var offset: Int64
    private(set) var sum: UInt32
    private var objects: Int64 = 0

    /// - Parameters:
    ///   - offset: where the file's whole lines end.
    ///   - sum: of the last of them; 0 in an empty file.
    init(_ file: RecordFile, isCompressed: Bool, offset: Int64 = 0, sum: UInt32 = 0) throws {
        (self.file, self.offset, self.sum) = (file, offset, sum)
        hash = isCompressed ? ContentHash() : nil
        guard isCompressed else {
            compressor = nil
            return
        }
        guard let compressor = BlockGzip.Compressor() else { throw RecordError(.cannotWrite, "There is no memory to write \(file.path).") }
        self.compressor = compressor
    }

    func append(_ header: SegmentHeader) throws { try append(header.key, header.fields) }

    func append(_ object: RecordObject) throws {
        try append(object.key, object.isRemoved ? [RecordField("removed", .bool(true))] : object.fields)
        objects += 1
    }

    /// A line of another segment, whose sum is another one here.
    func append(line other: [UInt8]) throws {
        line.removeAll(keepingCapacity: true)
        other.withUnsafeBytes { line += LineText.body(of: $0) }
        try end()
        objects += 1
    }

    func append(_ commit: RecordCommit) throws {
        var fields = [
            RecordField("date", .double(commit.date)), RecordField("author", .text(commit.author)), RecordField("objects", .int(objects)), RecordField("stamp", .int(commit.stamp)),
        ]
        if let hash { fields.append(RecordField("sha256", .text(try hash.digits()))) }
        try append(RecordKey(LineText.commit, commit.position), fields)
        objects = 0
    }

    /// Writes what is left, and waits until all of it is on the disk.
    func finish() throws {
        try write(all: true)
        if compressor != nil {
            compressed += BlockGzip.endMark
            try flush(&compressed)
        }
        try file.synchronize()
    }

    private func append(_ key: RecordKey, _ fields: [RecordField]) throws {
        line.removeAll(keepingCapacity: true)
        LineText.body(key, fields, into: &line)
        try end()
    }

    private func end() throws {
        sum = line.withUnsafeBytes { LineText.sum($0, after: sum) }
        LineText.end(sum, into: &line)
        if let hash { line.withUnsafeBytes { hash.update($0) } }
        text += line
        if text.count >= 256 << 10 { try write(all: false) }
    }

    private func write(all: Bool) throws {
        guard let compressor else { return try flush(&text) }
        var start = 0
        while text.count - start >= BlockGzip.maximumContent || (all && start < text.count) {
            let end = min(start + BlockGzip.maximumContent, text.count)
            try text[start..<end].withUnsafeBytes { try compressor.compress($0, into: &compressed) }
            start = end
        }
        text.removeSubrange(..<start)
        try flush(&compressed)
    }

    private func flush(_ bytes: inout [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        try bytes.withUnsafeBytes { try file.write($0, at: offset) }
        offset += Int64(bytes.count)
        bytes.removeAll(keepingCapacity: true)
    }
}

extension ContentHash {
    /// 64 lower case digits of all bytes so far.
    func digits() throws -> String {
        guard let digest = digest() else { throw RecordError(.cannotWrite, "libcrypto could not compute a SHA-256. Check the installation of OpenSSL.") }
        return digest.hexadecimal
    }
}
