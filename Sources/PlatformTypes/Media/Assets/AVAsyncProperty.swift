import Foundation

/// How far a value has come.
public enum AVKeyValueStatus: Int, Sendable {
    /// Nothing has been read yet.
    case unknown = 0
    /// It is being read.
    case loading = 1
    /// It can be had without waiting.
    case loaded = 2
    /// It could not be read; the error says why.
    case failed = 3
    /// Reading was cancelled before it ended. Nothing here cancels it.
    case cancelled = 4
}

/// Values that are read when they are asked for. <https://developer.apple.com/documentation/avfoundation/avasynchronouskeyvalueloading>
public protocol AVAsynchronousKeyValueLoading: AnyObject, Sendable {
    /// Reads what the keys need, off the calling thread; the handler runs on a queue of its own. Everything is read at once, so keys that nobody
    /// knows are read too.
    func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
    /// What became of it, and why it failed.
    func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus
}

extension AVAsset: AVAsynchronousKeyValueLoading {}
extension AVAssetTrack: AVAsynchronousKeyValueLoading {}

/// A value of an asset or track that `load` gives.
open class AVPartialAsyncProperty<Root>: @unchecked Sendable {
    // Guarded by being immutable.
    let key: String
    init(key: String) { self.key = key }
}

/// A value of a known type. <https://developer.apple.com/documentation/avfoundation/avasyncproperty>
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    // Guarded by being immutable.
    let read: (Root) -> Value

    init(_ key: String, _ read: @escaping (Root) -> Value) {
        self.read = read
        super.init(key: key)
    }
}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// The length of the presentation.
    public static var duration: AVAsyncProperty<Root, CMTime> { .init("duration") { $0.duration } }
    /// All tracks, in the file's order.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init("tracks") { $0.tracks } }
    /// How the first picture is laid out for display.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> { .init("preferredTransform") { $0.preferredTransform } }
    /// Whether there is something to see or hear.
    public static var isReadable: AVAsyncProperty<Root, Bool> { .init("readable") { $0.isReadable } }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// Pixels, before `preferredTransform`.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init("naturalSize") { $0.naturalSize } }
    /// How the picture is laid out for display.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> { .init("preferredTransform") { $0.preferredTransform } }
    /// Frames a second; 0 where unknown, and for sound.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> { .init("nominalFrameRate") { $0.nominalFrameRate } }
    /// Bits a second; 0 where unknown.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> { .init("estimatedDataRate") { $0.estimatedDataRate } }
    /// Where in the presentation it is to be seen or heard.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init("timeRange") { $0.timeRange } }
    /// Units a second of the track's times.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { .init("naturalTimeScale") { $0.naturalTimeScale } }
    /// ISO 639-2, such as `eng`; `nil` where undetermined.
    public static var languageCode: AVAsyncProperty<Root, String?> { .init("languageCode") { $0.languageCode } }
}

extension AVAsynchronousKeyValueLoading {
    /// A value, without waiting on the calling thread.
    /// - Throws: `AVError` where the file can't be read.
    public func load<A>(_ property: AVAsyncProperty<Self, A>) async throws -> A {
        try await prepare([property])
        return property.read(self)
    }

    /// Two values, without waiting on the calling thread.
    /// - Throws: `AVError` where the file can't be read.
    public func load<A, B>(_ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>) async throws -> (A, B) {
        try await prepare([a, b])
        return (a.read(self), b.read(self))
    }

    /// Three values, without waiting on the calling thread.
    /// - Throws: `AVError` where the file can't be read.
    public func load<A, B, C>(
        _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
        try await prepare([a, b, c])
        return (a.read(self), b.read(self), c.read(self))
    }

    /// Four values, without waiting on the calling thread.
    /// - Throws: `AVError` where the file can't be read.
    public func load<A, B, C, D>(
        _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>, _ d: AVAsyncProperty<Self, D>
    ) async throws -> (A, B, C, D) {
        try await prepare([a, b, c, d])
        return (a.read(self), b.read(self), c.read(self), d.read(self))
    }

    private func prepare(_ properties: [AVPartialAsyncProperty<Self>]) async throws {
        let keys = properties.map(\.key)
        await withCheckedContinuation { done in loadValuesAsynchronously(forKeys: keys) { done.resume() } }
        for key in keys {
            var error: NSError?
            guard statusOfValue(forKey: key, error: &error) != .loaded else { continue }
            guard let error else { throw AVError(.unknown, "“\(key)” could not be read.") }
            throw AVError.Code(rawValue: error.code).map { AVError($0, userInfo: error.userInfo) } ?? error
        }
    }
}
