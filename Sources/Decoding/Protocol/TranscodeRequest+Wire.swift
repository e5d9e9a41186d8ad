import Adjustments
import Foundation
import Pixels

extension TranscodeRequest {
    func write(to writer: inout ByteWriter) {
        writer.put(picture.rawValue)
        writer.put(sound.rawValue)
        writer.put(container.rawValue)
        writer.put(longSide) { $0.put($1) }
        writer.put(shortSide) { $0.put($1) }
        writer.put(quality) { $0.put($1) }
        writer.put(effort.rawValue)
        writer.put(keepsDepth)
        writer.put(soundRate)
        writer.put(start)
        writer.put(end) { $0.put($1) }
        writer.put(indexFirst)
        writer.put(keepsPlace)
        writer.put(keepsWords)
        writer.put(isStrict)
        writer.put(adjustments) { $1.write(to: &$0) }
        writer.put(handsFramesOut)
        writer.put(volume)
        writer.put(slowMotion) { writer, slow in
            writer.put(slow.start)
            writer.put(slow.end)
            writer.put(slow.rate)
        }
        writer.put(fillsHoles)
        writer.put(Self.text(statements)) { $0.put($1, limit: Wire.statementsLimit) }
    }

    init(from reader: inout ByteReader) throws(ProtocolError) {
        self.init()
        guard let picture = Picture(rawValue: try reader.integer()), let sound = Sound(rawValue: try reader.integer()),
            let container = Container(rawValue: try reader.integer())
        else { throw .invalid("kind of film") }
        (self.picture, self.sound, self.container) = (picture, sound, container)
        longSide = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try reader.count() }
        shortSide = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try reader.count() }
        quality = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try reader.double() }
        guard let effort = Effort(rawValue: try reader.integer()) else { throw .invalid("effort") }
        self.effort = effort
        keepsDepth = try reader.flag()
        soundRate = try reader.count()
        start = try reader.double()
        end = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try reader.double() }
        indexFirst = try reader.flag()
        keepsPlace = try reader.flag()
        keepsWords = try reader.flag()
        isStrict = try reader.flag()
        adjustments = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try PhotoAdjustments(from: &reader) }
        handsFramesOut = try reader.flag()
        volume = try reader.double()
        slowMotion = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in
            guard let slow = SlowMotion(start: try reader.double(), end: try reader.double(), rate: try reader.double()) else { throw .invalid("slow part") }
            return slow
        }
        fillsHoles = try reader.flag()
        let text = try reader.optional { (reader: inout ByteReader) throws(ProtocolError) in try reader.text(limit: Wire.statementsLimit) }
        guard let text else { return }
        guard let statements = try? JSONDecoder().decode(FilmStatements.self, from: Data(text.utf8)) else { throw .invalid("statements") }
        self.statements = statements
    }

    /// `nil` where there is nothing to say. `RequestCheck` has seen that it is no longer than fits.
    static func text(_ statements: FilmStatements) -> String? {
        guard !statements.isEmpty, let json = try? JSONEncoder().encode(statements) else { return nil }
        return String(decoding: json, as: UTF8.self)
    }
}
