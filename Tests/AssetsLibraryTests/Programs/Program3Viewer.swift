import AssetsLibrary
import Foundation
import PhotosTesting
import SharedWorld
import Testing
import UIKit

/// A viewer: the screen's image first, the original on demand, facts underneath.
class PhotoViewer: NSObject {
    let asset: ALAsset

    init(asset: ALAsset) { self.asset = asset }

    func screenImage() -> UIImage? {
        guard let representation = asset.defaultRepresentation(), let image = representation.fullScreenImage() else { return nil }
        // Upright already since iOS 5.
        return UIImage(cgImage: image.takeUnretainedValue(), scale: CGFloat(representation.scale()), orientation: UIImage.Orientation.up)
    }

    func originalImage() -> UIImage? {
        guard let representation = asset.defaultRepresentation(), let image = representation.fullResolutionImage() else { return nil }
        return UIImage(
            cgImage: image.takeUnretainedValue(), scale: CGFloat(representation.scale()),
            orientation: UIImage.Orientation(rawValue: representation.orientation().rawValue)!)
    }

    func hasEdits() -> Bool {
        return asset.defaultRepresentation().metadata()?["AdjustmentXMP"] != nil
    }

    func facts() -> [String] {
        var lines = [String]()
        let representation = asset.defaultRepresentation()!
        lines.append(representation.filename())
        lines.append("\(Int(representation.dimensions().width)) x \(Int(representation.dimensions().height))")
        if let exif = representation.metadata()?["{Exif}"] as? [String: Any], let aperture = exif["FNumber"] as? NSNumber {
            lines.append("f/\(aperture.doubleValue)")
        }
        if let location = asset.value(forProperty: ALAssetPropertyLocation) as? CLLocation {
            lines.append(String(format: "%.1f, %.1f", location.coordinate.latitude, location.coordinate.longitude))
        }
        return lines
    }
}

extension AssetsLibraryTests {
    @Suite struct Program3 {
        let world: World
        init() throws { world = try World() }

        @Test func aPhotoIsShownOnScreenAndAsItWasTaken() async throws {
            var metadata = FixtureImages.Metadata()
            (metadata.orientation, metadata.coordinate) = (.right, CLLocationCoordinate2D(latitude: 48.2, longitude: 16.4))
            metadata.exposure = .init(divisor: 60, fNumber: 2.4, iso: 80, focalLength: 4.1, focalLengthIn35mm: 33, flashFired: false)
            let library = ALAssetsLibrary(), data = try FixtureImages.jpeg(width: 2000, height: 1500, metadata: metadata)
            let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil), viewer = PhotoViewer(asset: try #require(try await library.found(url)))
            #expect(viewer.screenImage()?.size == CGSize(width: 1080, height: 1440) && viewer.originalImage()?.size == CGSize(width: 1500, height: 2000))
            #expect(!viewer.hasEdits() && Array(viewer.facts().dropFirst()) == ["1500 x 2000", "f/2.4", "48.2, 16.4"])
        }
    }
}
