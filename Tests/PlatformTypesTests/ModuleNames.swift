import AVFoundation
import AppIntents
import CloudKit
import CoreGraphics
import CoreImage
import CoreLocation
import CoreMedia
import ImageIO
import UIKit
import UniformTypeIdentifiers

/// Compiles only if each familiar name leads to the types a client expects under it.
enum ModuleNames {
    static let types: [Any.Type] = [
        UIKit.UIImage.self, CoreGraphics.CGImage.self, CoreGraphics.CGFloat.self, CoreLocation.CLLocation.self, ImageIO.CGImagePropertyOrientation.self,
        UniformTypeIdentifiers.UTType.self, AVFoundation.AVURLAsset.self, AVFoundation.CMTime.self, CoreMedia.CMTime.self, CoreImage.CIImage.self,
        CloudKit.CKAsset.self, AppIntents.DisplayRepresentation.self,
    ]
}
