import Photos

/// Images that were handed out as `Unmanaged`, which keeps nothing. What pools of autoreleased objects do on Apple's platforms each thread does here for the
/// images it was given last: they stay until the thread gets more than these, on the main thread until its turn ends.
enum GivenImages {
    /// The last one is kept however large it is, and with it what fits in here.
    private static let bytesKept = 16 << 20, countKept = 8
    private static let key = "org.openphotokit.given-images"

    // Used by its own thread alone.
    private final class Kept {
        var images: [CGImage] = []
    }

    /// - Returns: the image without a reference of its own: `takeUnretainedValue()` is right for it.
    static func give(_ image: CGImage?) -> Unmanaged<CGImage>? {
        guard let image else { return nil }
        let thread = Thread.current
        let kept = thread.threadDictionary[key] as? Kept ?? Kept()
        if kept.images.isEmpty {
            thread.threadDictionary[key] = kept
            if thread.isMainThread { DispatchQueue.main.async { Thread.current.threadDictionary.removeObject(forKey: key) } }
        }
        kept.images.append(image)
        while kept.images.count > countKept || kept.images.count > 1 && kept.images.reduce(0, { $0 + $1.bytesPerRow * $1.height }) > bytesKept {
            kept.images.removeFirst()
        }
        return Unmanaged.passUnretained(image)
    }
}
