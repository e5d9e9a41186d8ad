import Foundation
import Photos

extension World {
    /// Makes a project as a project extension of the Mac's Photos does.
    public func inventProject(_ title: String, _ assets: [PHAsset]) throws -> PHProject {
        var identifier = ""
        try PHPhotoLibrary.shared().performChangesAndWait {
            let request = PHProjectChangeRequest.creationRequestForProject(withTitle: title, extensionData: Data(), assets: assets)
            identifier = request.placeholderForCreatedProject.localIdentifier
        }
        return try project(identifier)
    }

    /// Fetches the project as it is now.
    public func project(_ identifier: String) throws -> PHProject {
        guard let project = try album(identifier: identifier) as? PHProject else { throw Failure(description: "No project \(identifier)") }
        return project
    }
}
