import CHeif
import CVips
import Metadata
import Pixels
import Synchronization

extension Codec {
    private static let started = Mutex(false)

    /// Loads everything that decoding will ever load: libraries, plug-ins, tables. Call it before a sandbox closes the file system.
    ///
    /// Every codec decodes one tiny picture. One that fails is not an error here: its files will say so when they come, so
    /// that an installation without, say, an HEVC decoder still shows JPEGs. Returns the names of those that failed.
    @discardableResult
    package func prepare() throws(CodecError) -> [String] {
        try Self.startLibraries()
        var failed: [String] = []
        for sample in WarmUp.samples {
            let works = sample.bytes.withUnsafeBytes { bytes in (try? examine(bytes, name: sample.name))?.preview != nil }
            if !works { failed.append(sample.name) }
        }
        return failed
    }

    /// Starts the libraries that must be started before they are used. Cheap when done already.
    static func startLibraries() throws(CodecError) {
        try started.withLock { started throws(CodecError) in
            if started { return }
            guard cvips_start() == 0 else { throw VipsImage.failure("Starting libvips", .workerFailed) }
            try HeifContext.check(heif_init(nil), "Starting libheif")
            started = true
        }
    }
}
