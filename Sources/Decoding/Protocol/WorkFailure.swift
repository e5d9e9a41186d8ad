import Pixels

/// A `CodecError` on its way to the parent. A worker can blame the file or the request; what went wrong with the worker itself only the
/// parent can say.
package struct WorkFailure: Sendable, Equatable {
    package var code: CodecError.Code
    package var message: String
    package var cause: String?

    private static let codes: [CodecError.Code] = [.unsupported, .damaged, .tooLarge, .unreadable, .invalidRequest]

    package init(_ error: CodecError) {
        code = Self.codes.contains(error.code) ? error.code : .damaged
        (message, cause) = (error.message, error.cause)
    }

    package var error: CodecError { CodecError(code, message, cause: cause) }

    func write(to writer: inout ByteWriter) {
        writer.put(UInt8(Self.codes.firstIndex(of: code) ?? 1))
        writer.put(message, limit: Wire.textLimit)
        writer.put(cause) { $0.put($1, limit: Wire.textLimit) }
    }

    init(from reader: inout ByteReader) throws(ProtocolError) {
        let index = Int(try reader.integer(UInt8.self))
        guard Self.codes.indices.contains(index) else { throw .invalid("code") }
        code = Self.codes[index]
        message = try reader.text(limit: Wire.textLimit)
        cause = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try reader.text(limit: Wire.textLimit) }
    }
}
