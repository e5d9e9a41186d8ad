import Glibc
import LibraryEngine
import NIOCore
import Support

/// A part of a file on its way to a client: the system copies what lies in memory from there to the connection, and what does not is read by a thread that may wait.
///
/// It stands on the connection's event loop, where nothing waits for a disk, and sends no more at a time than leaves others their turn. Each piece is sent only if
/// its session may see the asset still.
final class FileSending {
    /// Bytes that are sent in one go, which take a fifth of a millisecond: then it is others' turn.
    private static let piece: Int64 = 1 << 20
    /// Bytes that are read at once where the system has not got them in memory.
    private static let readPiece: Int64 = 256 << 10

    private let part: FileShortcut.Part
    private let session: Session
    private let work: BlockingWork
    /// Behind HTTP's encoder.
    private let context: ChannelHandlerContext
    /// Of the file that stays open for as long as `part` is held, and so until the last piece is sent.
    private let handle: NIOFileHandle
    private let onEnd: (_ isWhole: Bool) -> Void
    private var offset: Int64
    /// Pieces that were written and are not sent.
    private var underWay = 0
    private var isReading = false, hasEnded = false, isGoing = false
    /// Whether the system holds back what fills no segment.
    private var isCorked = false

    /// - Parameters:
    ///   - context: of the handler that bytes are written from.
    ///   - onEnd: called once on the event loop: when all was written, or nothing more can be.
    init(_ part: FileShortcut.Part, for session: Session, _ work: BlockingWork, _ context: ChannelHandlerContext, onEnd: @escaping (_ isWhole: Bool) -> Void) {
        handle = NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: part.file.file.descriptor)
        (self.part, self.session, self.work, self.context, self.onEnd, offset) = (part, session, work, context, onEnd, part.range.lowerBound)
    }

    /// Sends the answer's head, and as much behind it as the client takes.
    ///
    /// The head leaves with the first piece: in a segment of its own it would wake the client twice.
    func begin(with head: ByteBuffer) {
        cork(true)
        context.write(NIOAny(IOData.byteBuffer(head)), promise: nil)
        goOn()
    }

    /// Sends as much as the client takes.
    func goOn() {
        // What is written may be sent at once, and the connection says so while it is.
        guard !isGoing else { return }
        isGoing = true
        defer { isGoing = false }
        var isOthersTurn = false
        while !hasEnded, !isReading {
            guard offset < part.range.upperBound else { return end(true) }
            guard context.channel.isWritable else { return }
            guard !isOthersTurn else {
                let loopBound = NIOLoopBound(self, eventLoop: context.eventLoop)
                return context.eventLoop.execute { loopBound.value.goOn() }
            }
            isOthersTurn = true
            let count = min(Self.piece, part.range.upperBound - offset)
            guard session.knownToSee(part.file.row) == true, PageCache.holds(part.file.file.descriptor, offset, Int(count)) else {
                return read(Int(min(count, Self.readPiece)))
            }
            let region = FileRegion(fileHandle: handle, readerIndex: Int(offset), endIndex: Int(offset + count))
            offset += count
            write(.fileRegion(region))
        }
    }

    /// Nobody takes any more of it.
    func stop() { end(false) }

    private func write(_ data: IOData) {
        let promise = context.eventLoop.makePromise(of: Void.self), loopBound = NIOLoopBound(self, eventLoop: context.eventLoop)
        underWay += 1
        promise.futureResult.whenComplete { result in loopBound.value.wrote(result) }
        context.writeAndFlush(NIOAny(data), promise: promise)
    }

    private func wrote(_ result: Result<Void, any Error>) {
        underWay -= 1
        if isCorked { cork(false) }
        if case .failure = result { end(false) }
        letGoIfDone()
    }

    /// A piece that is not in memory, or whose session has to be asked first.
    private func read(_ count: Int) {
        isReading = true
        let (part, session, work, start) = (part, session, work, offset)
        let loopBound = NIOLoopBound(self, eventLoop: context.eventLoop), eventLoop = context.eventLoop
        Task {
            let bytes = try? await work.run(.file(part.file.location), for: session) {
                try session.requireSight(of: part.file.row)
                return try FileAnswer.read(part.file.file, at: start, count)
            }
            eventLoop.execute { loopBound.value.didRead(bytes) }
        }
    }

    private func didRead(_ bytes: ByteBuffer?) {
        isReading = false
        guard !hasEnded else { return letGoIfDone() }
        // The length was announced, so all that is left is to hang up.
        guard let bytes else { return end(false) }
        offset += Int64(bytes.readableBytes)
        write(.byteBuffer(bytes))
        goOn()
    }

    private func end(_ isWhole: Bool) {
        guard !hasEnded else { return }
        hasEnded = true
        letGoIfDone()
        onEnd(isWhole)
    }

    /// The file stays open for others, and is closed by its own last owner.
    private func letGoIfDone() {
        if hasEnded, underWay == 0, handle.isOpen { _ = try? handle.takeDescriptorOwnership() }
    }

    /// A connection that can't be told sends the same, in more segments.
    private func cork(_ isCorked: Bool) {
        self.isCorked = isCorked
        try? context.channel.syncOptions?.setOption(.tcpOption(NIOBSDSocket.Option(rawValue: TCP_CORK)), value: isCorked ? 1 : 0)
    }
}
