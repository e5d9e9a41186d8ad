import Foundation
import LibraryEngine
import PhotoModel

/// An asset as the parameter of an intent. On Apple's platforms these come with `import AppIntents` beside `import Photos`.
extension PHAsset: DisplayRepresentable, PersistentlyIdentifiable, _IntentValue {
    /// What an intent gets is the asset itself. <https://developer.apple.com/documentation/photos/phasset/valuetype>
    public typealias ValueType = PHAsset
    /// The same as ``ValueType``. <https://developer.apple.com/documentation/photos/phasset/unwrappedtype>
    public typealias UnwrappedType = PHAsset
    /// A list of no resolvers. <https://developer.apple.com/documentation/photos/phasset/specification>
    public typealias Specification = EmptyResolverSpecification<PHAsset>

    /// “Photo”, in the language of titles. <https://developer.apple.com/documentation/photos/phasset/typedisplayrepresentation>
    public static var typeDisplayRepresentation: TypeDisplayRepresentation {
        TypeDisplayRepresentation(name: LocalizedStringResource(stringLiteral: AssetTitles.kind(.image)))
    }

    /// Empty: nothing else is made an asset. <https://developer.apple.com/documentation/photos/phasset/defaultresolverspecification>
    public static var defaultResolverSpecification: EmptyResolverSpecification<PHAsset> { EmptyResolverSpecification() }

    /// The type's name with its module's. <https://developer.apple.com/documentation/photos/phasset/persistentidentifier>
    public static var persistentIdentifier: String { "Photos.PHAsset" }

    /// Titled by its own title, or by what it is, such as “Live Photo”; below that the day it was taken on, where that is known, by the clock of the place.
    /// Both are in the language of titles. <https://developer.apple.com/documentation/photos/phasset/displayrepresentation>
    public var displayRepresentation: DisplayRepresentation {
        let kind = AssetTitles.kind(MediaType(rawValue: mediaType.rawValue), isLivePhoto: mediaSubtypes.contains(.photoLive))
        let own = value(forKey: "title") as? String ?? ""
        return DisplayRepresentation(
            title: LocalizedStringResource(stringLiteral: own.isEmpty ? kind : own),
            subtitle: dayTaken.map { LocalizedStringResource(stringLiteral: MomentTitles.title(of: $0)) })
    }

    /// A test double says its date and no place's clock.
    private var dayTaken: CivilDate? {
        if let local = value(forKey: "localCreationDate") as? Date { return CivilDate(local.timeIntervalSinceReferenceDate) }
        return creationDate.map { CivilDate($0.timeIntervalSinceReferenceDate + Double(session.timeZone.secondsFromGMT(for: $0))) }
    }
}
