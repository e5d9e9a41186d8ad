import Foundation

extension UIImage: NSItemProviderReading {
    /// Every picture.
    public class var readableTypeIdentifiersForItemProvider: [String] { [UTType.image.identifier] }

    /// A picture of encoded data. See ``init(data:scale:)``.
    public class func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let image = UIImage(data: data) as? Self else {
            throw NSItemProvider.error(.unexpectedValueClassError, "This \(typeIdentifier) is no picture that can be decoded here.")
        }
        return image
    }
}
