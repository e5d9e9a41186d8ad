import Foundation

/// How far a value has come.
public enum AVKeyValueStatus: Int, Sendable {
    case unknown = 0
    case loading = 1
    case loaded = 2
    case failed = 3
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
    public static var duration: AVAsyncProperty<Root, CMTime> { .init("duration") { $0.duration } }
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init("tracks") { $0.tracks } }
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> { .init("preferredTransform") { $0.preferredTransform } }
    public static var isReadable: AVAsyncProperty<Root, Bool> { .init("readable") { $0.isReadable } }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init("naturalSize") { $0.naturalSize } }
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> { .init("preferredTransform") { $0.preferredTransform } }
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> { .init("nominalFrameRate") { $0.nominalFrameRate } }
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> { .init("estimatedDataRate") { $0.estimatedDataRate } }
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init("timeRange") { $0.timeRange } }
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { .init("naturalTimeScale") { $0.naturalTimeScale } }
    public static var languageCode: AVAsyncProperty<Root, String?> { .init("languageCode") { $0.languageCode } }
}

extension AVAsynchronousKeyValueLoading {
    /// A value, without waiting on the calling thread.
    /// - Throws: `AVError` where the file can't be read.
    public func load<A>(_ property: AVAsyncProperty<Self, A>) async throws -> A {
        try await prepare([property])
        return property.read(self)
    }

    public func load<A, B>(_ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>) async throws -> (A, B) {
        try await prepare([a, b])
        return (a.read(self), b.read(self))
    }

    public func load<A, B, C>(
        _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
        try await prepare([a, b, c])
        return (a.read(self), b.read(self), c.read(self))
    }

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
