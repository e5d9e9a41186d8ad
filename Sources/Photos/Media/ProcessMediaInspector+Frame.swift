import Foundation
import Glibc
import LibraryEngine
import Pixels

extension ProcessMediaInspector {
    package func frame(of url: URL, at seconds: Double, size: CGSize?, isUpright: Bool) throws(AVError) -> CGImage {
        let input = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard input >= 0 else {
            let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
            throw AVError(.noLongerPlayable, "\(url.path) could not be opened: \(String(cString: strerror(errno))).", cause: cause)
        }
        defer { close(input) }
        var request = RenderRequest()
        (request.time, request.orientation) = (max(0, seconds), isUpright ? nil : 1)
        request.target = size.map { PixelSize(width: Int($0.width), height: Int($0.height)) }
        let decoder: any MediaDecoder
        do { decoder = try ProcessImageCoder.decoder() } catch { throw AVError(.decoderNotFound, error.description, cause: error) }
        do { return CGImage(try decoder.render(MediaSource(descriptor: input, name: url.lastPathComponent), request)) } catch { throw AVError(error) }
    }
}
