import Adjustments
import Foundation
import LibraryEngine
import Metadata
import Pixels

extension PhotoAdjustments {
    /// An edit as `ALAssetRepresentation.metadata()` gives it under `AdjustmentXMP`, and as Apple's Photos wrote it until iOS 8. Addition.
    ///
    /// What turns, mirrors, straightens and crops is read exactly, `Shadows`, `Highlights` and `Vibrance` become shadows, highlights and saturation, which are
    /// drawn by the formulas of this project; everything from a packet that was written here. The packet is parsed in a worker, which blocks the calling thread.
    /// - Parameters:
    ///   - adjustmentXMP: a packet in UTF-8.
    ///   - pixelWidth: pixels of the picture as it is stored, such as `fullResolutionImage()` has them.
    ///   - pixelHeight: likewise.
    ///   - orientation: how the stored picture is turned upright. Default: it is.
    /// - Throws: `AdjustmentError`: `.unreadable` for what is no such packet, `.unknownField` for an edit with a part that has no counterpart here, such as a tone
    ///   curve, `.outOfRange` for one that leans or stretches, or shows what lies outside of the picture; `PHPhotosError` where no worker can be started.
    public init(adjustmentXMP: Data, pixelWidth: Int, pixelHeight: Int, orientation: CGImagePropertyOrientation = .up) throws {
        guard let settings = try AdjustmentSettings(packet: adjustmentXMP) else {
            throw AdjustmentError.noEdit
        }
        self = try settings.adjustments(width: pixelWidth, height: pixelHeight, orientation: Int(orientation.rawValue))
    }

    /// The same of a picture in memory.
    public init(adjustmentXMP: Data, of image: UIImage) throws {
        let pixels = image.cgImage
        try self.init(
            adjustmentXMP: adjustmentXMP, pixelWidth: pixels?.width ?? 0, pixelHeight: pixels?.height ?? 0,
            orientation: CGImagePropertyOrientation(image.imageOrientation))
    }

    /// The edit as a packet for a picture of so many pixels as stored: Apple's properties for what they can say, and one of this project's that says all of it.
    /// Addition.
    public func adjustmentXMP(pixelWidth: Int, pixelHeight: Int, orientation: CGImagePropertyOrientation = .up) -> String {
        AdjustmentSettings(self, width: pixelWidth, height: pixelHeight, orientation: Int(orientation.rawValue)).packet
    }

    /// The edit that an image file's own XMP says, which is still to be made; `nil` where it says none, and for what is no image.
    /// - Throws: as `init(adjustmentXMP:pixelWidth:pixelHeight:orientation:)`.
    package init?(statedIn data: Data) throws {
        let facts: MediaFacts
        do { facts = try data.withUnsafeBytes { try ProcessImageCoder.facts(of: $0, named: "image") } } catch { throw PHPhotosError(error) }
        guard facts.kind == .image, let settings = try facts.adjustmentSettings.flatMap({ try AdjustmentSettings(properties: $0) }) else { return nil }
        self = try settings.adjustments(width: facts.pixelWidth, height: facts.pixelHeight, orientation: facts.orientation)
    }
}

extension AdjustmentSettings {
    /// `nil` for a packet without an edit that is still to be made.
    fileprivate init?(packet: Data) throws {
        let facts: MediaFacts
        do {
            facts = try packet.withUnsafeBytes { try ProcessImageCoder.facts(of: $0, named: "adjustment.xmp") }
        } catch let error as CodecError where error.code != .workerMissing {
            throw AdjustmentError.unreadable("The data is no XMP packet: \(error)")
        } catch {
            throw PHPhotosError(error)
        }
        guard facts.kind == .sidecar else { throw AdjustmentError.unreadable("The data is no XMP packet, but \(facts.uniformType).") }
        guard let properties = facts.adjustmentSettings else { return nil }
        try self.init(properties: properties)
    }
}

extension UIImage {
    /// The picture with an edit, upright, rendered in a worker as an edit of a photo is. Size and scale follow the edit. Addition.
    ///
    /// Blocks the calling thread until it is rendered.
    /// - Throws: `AdjustmentError.outOfRange` for numbers out of their range; `PHPhotosError.invalidResource` for a picture that can't be decoded.
    public func applying(_ adjustments: PhotoAdjustments) throws -> UIImage {
        try adjustments.validate()
        guard let upright = uprightImage else {
            throw PHPhotosError(.invalidResource, "The image holds data that can't be decoded, so nothing can be made of it.")
        }
        if adjustments.isNeutral { return UIImage(cgImage: upright, scale: scale, orientation: .up) }
        do {
            let decoder = try ProcessImageCoder.decoder(), file = try decoder.encode(PixelImage(upright), as: .png)
            var request = RenderRequest()
            (request.adjustments, request.keepsWideGamut) = (adjustments, true)
            request.format = upright.bitsPerComponent == 16 ? .rgba16 : .rgba8
            let wanted = request
            let image = try file.bytes.withUnsafeBytes { bytes in try MediaSource.lend(bytes, named: "image") { try decoder.render($0, wanted) } }
            guard let image else { throw PHPhotosError(.internalError, "There is no memory for the picture. Ask for a smaller one.") }
            return UIImage(cgImage: CGImage(image), scale: scale, orientation: .up)
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension PHAsset {
    /// The edit in force as a packet for the original that the photo shows; `nil` for a photo without an edit, and for one whose edit is another program's or
    /// is built upon another program's. Waits for a small file.
    /// - Parameters: pixels of that original as stored, and how they are turned upright.
    /// - Throws: a `PHPhotosError`.
    package func adjustmentXMPNow(pixelWidth: Int, pixelHeight: Int, orientation: CGImagePropertyOrientation) throws -> String? {
        do {
            let library = try sourceLibrary(), (now, resources) = try library.assetNow(record)
            guard now.hasAdjustments, let edit = resources.adjustmentData else { return nil }
            let file = try library.adjustment(in: edit, of: now), facts = file.facts
            guard facts.baseVersion ?? 0 == 0, PhotoAdjustments.reads(formatIdentifier: facts.formatIdentifier, formatVersion: facts.formatVersion ?? ""),
                let adjustments = try? PhotoAdjustments(data: file.data)
            else { return nil }
            return adjustments.adjustmentXMP(pixelWidth: pixelWidth, pixelHeight: pixelHeight, orientation: orientation)
        } catch {
            throw PHPhotosError(error)
        }
    }
}
