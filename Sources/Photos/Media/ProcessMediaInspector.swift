import Foundation
import Glibc
import LibraryEngine
import Pixels

/// Reads movies for `AVAsset`, in a worker. PlatformTypes finds it by its name, for which it must be public: the metadata of a type that nobody
/// refers to may be left out of an optimised build otherwise. There is nothing in it to use.
public final class ProcessMediaInspector: MediaInspector {
    package init() {}

    package func inspect(_ url: URL) throws(AVError) -> MediaDescription {
        guard url.isFileURL else { throw AVError(.unknown, "\(url.absoluteString) is no file. Download it first.") }
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            let reason = errno
            let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(reason))
            throw AVError(.noLongerPlayable, "\(url.path) could not be opened: \(String(cString: strerror(reason))).", cause: cause)
        }
        defer { close(descriptor) }
        let decoder: any MediaDecoder
        do { decoder = try ProcessImageCoder.decoder() } catch { throw AVError(.decoderNotFound, error.description, cause: error) }
        return try MediaDescription(of: descriptor, named: url.lastPathComponent, by: decoder)
    }
}
