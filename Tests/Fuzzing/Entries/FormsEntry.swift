import Support

/// A form with files: its first byte says how it is cut, the second which boundary it has.
enum FormsEntry {
    private static let boundaries = ["b", "----WebKitFormBoundaryX", "--", "a b", "'"]

    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        var choices = Choices(bytes)
        let size = Int(choices.byte()) + 1, boundary = boundaries[Int(choices.byte()) % boundaries.count], body = choices.rest
        let whole = read(body, boundary, pieces: max(1, body.count)), cut = read(body, boundary, pieces: size)
        claims.claim(whole == cut, "in pieces of \(size) it is \(cut), and else \(whole)")
        claims.claim(whole.contents.reduce(0) { $0 + $1.count } <= body.count, "content from nowhere")
        claims.claim(whole.contents.count <= MultipartReader.mostParts, "\(whole.contents.count) parts")
        let delimiter = Array("\r\n--\(boundary)".utf8)
        for content in whole.contents {
            let holds = content.indices.contains { content[$0...].starts(with: delimiter) }
            claims.claim(!holds, "a part holds its boundary")
        }
        _ = MultipartReader.boundary(of: String(decoding: body, as: UTF8.self))
    }

    private struct Told: Equatable {
        var heads: [MultipartPart] = []
        var contents: [[UInt8]] = []
        var ends = 0
        var isWhole = false
        var error: MultipartError?
    }

    private static func read(_ body: UnsafeRawBufferPointer, _ boundary: String, pieces size: Int) -> Told {
        var reader = MultipartReader(boundary: boundary), told = Told(), start = 0
        do {
            while start < body.count {
                let end = min(body.count, start + size)
                try reader.read(UnsafeRawBufferPointer(rebasing: body[start..<end])) { event in
                    switch event {
                    case .part(let head):
                        told.heads.append(head)
                        told.contents.append([])
                    case .bytes(let bytes): told.contents[told.contents.count - 1] += bytes
                    case .end: told.ends += 1
                    }
                }
                start = end
            }
        } catch {
            told.error = error as? MultipartError
        }
        told.isWhole = reader.isWhole
        return told
    }
}
