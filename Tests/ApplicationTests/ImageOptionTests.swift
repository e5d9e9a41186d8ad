import Foundation
import Photos
import Testing

extension ApplicationTests {
    /// Constants of image, video and Live Photo requests, and what their options are until somebody sets them.
    @Suite struct ImageOptions {
        @Test func contentAndResizeModes() {
            let contents: [(PHImageContentMode, Int)] = [(.aspectFit, 0), (.aspectFill, 1), (.default, 0)]
            for (value, number) in contents { #expect(value.rawValue == number && PHImageContentMode(rawValue: number) == value) }
            let resizes: [(PHImageRequestOptionsResizeMode, Int)] = [(.none, 0), (.fast, 1), (.exact, 2)]
            for (value, number) in resizes { #expect(value.rawValue == number && PHImageRequestOptionsResizeMode(rawValue: number) == value) }
            #expect(PHImageContentMode(rawValue: 2) == nil && PHImageRequestOptionsResizeMode(rawValue: 3) == nil)
        }

        @Test func versionsAndDeliveryModesOfImages() {
            let versions: [(PHImageRequestOptionsVersion, Int)] = [(.current, 0), (.unadjusted, 1), (.original, 2)]
            for (value, number) in versions { #expect(value.rawValue == number && PHImageRequestOptionsVersion(rawValue: number) == value) }
            let modes: [(PHImageRequestOptionsDeliveryMode, Int)] = [(.opportunistic, 0), (.highQualityFormat, 1), (.fastFormat, 2)]
            for (value, number) in modes { #expect(value.rawValue == number && PHImageRequestOptionsDeliveryMode(rawValue: number) == value) }
            #expect(PHImageRequestOptionsVersion(rawValue: 3) == nil && PHImageRequestOptionsDeliveryMode(rawValue: 3) == nil)
        }

        @Test func versionsAndDeliveryModesOfVideos() {
            let versions: [(PHVideoRequestOptionsVersion, Int)] = [(.current, 0), (.original, 1)]
            for (value, number) in versions { #expect(value.rawValue == number && PHVideoRequestOptionsVersion(rawValue: number) == value) }
            let modes: [(PHVideoRequestOptionsDeliveryMode, Int)] = [
                (.automatic, 0), (.highQualityFormat, 1), (.mediumQualityFormat, 2), (.fastFormat, 3),
            ]
            for (value, number) in modes { #expect(value.rawValue == number && PHVideoRequestOptionsDeliveryMode(rawValue: number) == value) }
            #expect(PHVideoRequestOptionsVersion(rawValue: 2) == nil && PHVideoRequestOptionsDeliveryMode(rawValue: 4) == nil)
        }

        @Test func requestsHaveNumbersOfWhichZeroIsNone() {
            let image: PHImageRequestID = PHInvalidImageRequestID, live: PHLivePhotoRequestID = PHLivePhotoRequestIDInvalid
            #expect(image == 0 && live == 0)
            PHImageManager.default().cancelImageRequest(image)
            PHLivePhoto.cancelRequest(withRequestID: live)
        }

        @Test func optionsOfImages() throws {
            let options = PHImageRequestOptions()
            #expect(options.version == .current && options.deliveryMode == .opportunistic && options.resizeMode == .fast)
            #expect(options.normalizedCropRect == .zero && !options.isNetworkAccessAllowed && !options.isSynchronous)
            #expect(options.progressHandler == nil && !options.allowSecondaryDegradedImage)
            #expect(!options.preferHDR && options.targetHDRHeadroom == 1)
            let handler: PHAssetImageProgressHandler = { _, _, _, _ in }
            (options.version, options.deliveryMode, options.resizeMode) = (.original, .fastFormat, .exact)
            options.normalizedCropRect = CGRect(x: 0, y: 0, width: 0.5, height: 1)
            (options.isNetworkAccessAllowed, options.isSynchronous) = (true, true)
            (options.progressHandler, options.allowSecondaryDegradedImage) = (handler, true)
            (options.preferHDR, options.targetHDRHeadroom) = (true, 2.5)
            let copy = try #require(options.copy() as? PHImageRequestOptions)
            options.version = .current
            #expect(copy.version == .original && copy.deliveryMode == .fastFormat && copy.resizeMode == .exact)
            #expect(copy.normalizedCropRect.width == 0.5 && copy.isNetworkAccessAllowed && copy.isSynchronous)
            #expect(copy.progressHandler != nil && copy.allowSecondaryDegradedImage)
            #expect(copy.preferHDR && copy.targetHDRHeadroom == 2.5)
        }

        @Test func optionsOfVideos() throws {
            let options = PHVideoRequestOptions()
            #expect(options.version == .current && options.deliveryMode == .automatic)
            #expect(!options.isNetworkAccessAllowed && options.progressHandler == nil)
            let handler: PHAssetVideoProgressHandler = { _, _, _, _ in }
            (options.version, options.deliveryMode, options.isNetworkAccessAllowed) = (.original, .mediumQualityFormat, true)
            options.progressHandler = handler
            let copy = try #require(options.copy() as? PHVideoRequestOptions)
            options.version = .current
            #expect(copy.version == .original && copy.deliveryMode == .mediumQualityFormat)
            #expect(copy.isNetworkAccessAllowed && copy.progressHandler != nil)
        }

        @Test func optionsOfLivePhotos() throws {
            let options = PHLivePhotoRequestOptions()
            #expect(options.version == .current && options.deliveryMode == .opportunistic && !options.isNetworkAccessAllowed)
            #expect(options.progressHandler == nil && !options.preferHDR)
            (options.version, options.deliveryMode, options.isNetworkAccessAllowed) = (.original, .fastFormat, true)
            (options.progressHandler, options.preferHDR) = ({ _, _, _, _ in }, true)
            let copy = try #require(options.copy() as? PHLivePhotoRequestOptions)
            options.version = .current
            #expect(copy.version == .original && copy.deliveryMode == .fastFormat && copy.isNetworkAccessAllowed && copy.progressHandler != nil)
            #expect(copy.preferHDR)
        }
    }
}
