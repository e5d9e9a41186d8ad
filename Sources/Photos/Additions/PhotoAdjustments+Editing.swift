import Adjustments
import Foundation
import LibraryEngine
import PhotoModel

extension PHAdjustmentData {
    /// Adjustments of ours as adjustment data. Addition.
    public convenience init(_ adjustments: PhotoAdjustments) {
        self.init(formatIdentifier: PhotoAdjustments.formatIdentifier, formatVersion: PhotoAdjustments.formatVersion, data: adjustments.data())
    }

    /// Whether it is of our format, in a version that can be read: what `canHandleAdjustmentData` answers for an editor of adjustments. Addition.
    public var holdsPhotoAdjustments: Bool { PhotoAdjustments.reads(formatIdentifier: formatIdentifier, formatVersion: formatVersion) }

    /// The adjustments; `nil` where it is of another format. Of an edit of Apple's Photos that only turns, straightens and cuts, or chooses the key frame of a Live
    /// Photo and mutes it, it is that. Addition.
    /// - Throws: `AdjustmentError` for data that says it is of our format and can't be read.
    public func photoAdjustments() throws -> PhotoAdjustments? {
        if formatIdentifier == PhotoAdjustments.appleFormatIdentifier {
            return readFromApple ?? PhotoAdjustments(appleData: data, formatVersion: formatVersion)
        }
        return holdsPhotoAdjustments ? try PhotoAdjustments(data: data) : nil
    }
}

extension PHContentEditingInputRequestOptions {
    /// Options for an editor of adjustments: an edit that can be read as such is made again from what it was made on, any other is built upon. Addition.
    public static func forPhotoAdjustments() -> PHContentEditingInputRequestOptions {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = { data in (try? data.photoAdjustments()) != nil }
        options.skipsDisplaySizeImage = true
        return options
    }
}

extension PHContentEditingOutput {
    /// Renders the input's photo with these adjustments to `renderedContentURL`, and makes them its `adjustmentData`. Addition.
    ///
    /// The rendering is an upright JPEG of full size in the original's primaries, with a gain map behind it where the original has one or is for bright screens. Of a
    /// Live Photo the movie is rendered too, by the same numbers. Blocks the calling thread until a worker has rendered, which takes a second for a photo of 48
    /// megapixels, and some seconds for a movie.
    /// - Throws: `AdjustmentError.outOfRange`; `PHPhotosError.requestNotSupportedForAsset` for a video, and for an output of no input;
    ///   `.invalidResource` for a photo that can't be decoded whole; `.notEnoughSpace` where there is no room for the files.
    public func render(_ adjustments: PhotoAdjustments) throws {
        try adjustments.validate()
        guard let (library, resource) = photo else {
            throw PHPhotosError(.requestNotSupportedForAsset, "Only photos have adjustments. Request an input of a photo, and make the output of it.")
        }
        do {
            let edit = try library.rendered(resource, live: live.map { ($0.movie, $0.uuid) }, adjustments)
            // Its movie lies in a folder that goes with it.
            defer { withExtendedLifetime(edit) {} }
            try publish(Data(edit.still.bytes), movie: edit.movie)
        } catch {
            throw PHPhotosError(error)
        }
        adjustmentData = PHAdjustmentData(adjustments)
    }
}

extension PHAsset {
    /// The adjustments of ours that this photo shows, as it is now, or a turn, a crop and a key frame of Apple's as one of ours; `nil` for one without an edit, or with
    /// another program's. Addition.
    ///
    /// Blocks the calling thread for a small file, and for a look into the photo where Apple's edit may be one of ours.
    /// - Throws: `AdjustmentError` for data that can't be read; `PHPhotosError`.
    public func photoAdjustments() throws -> PhotoAdjustments? {
        let library = try sourceLibrary()
        let (now, resources) = try library.assetNow(record)
        guard now.hasAdjustments, let edit = resources.adjustmentData else { return nil }
        let file = try library.adjustment(in: edit, of: now)
        return try PHAdjustmentData(file, of: now, resources, library).photoAdjustments()
    }
}
