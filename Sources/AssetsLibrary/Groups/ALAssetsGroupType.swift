/// Kinds of group as bits, by which groups are enumerated and which `ALAssetsGroupPropertyType` gives.
public typealias ALAssetsGroupType = Int

// 32-bit numbers, as Apple's header has them.
/// All assets that were synced from another computer.
public var ALAssetsGroupLibrary: UInt32 { 1 << 0 }
/// Albums that a person or an application made, and those synced from another computer.
public var ALAssetsGroupAlbum: UInt32 { 1 << 1 }
/// Events synced from another computer, and what was imported from a camera.
public var ALAssetsGroupEvent: UInt32 { 1 << 2 }
/// Albums of faces synced from another computer.
public var ALAssetsGroupFaces: UInt32 { 1 << 3 }
/// The one group of everything that is the user's own: the Camera Roll.
public var ALAssetsGroupSavedPhotos: UInt32 { 1 << 4 }
/// The user's photo stream and the albums that others share.
public var ALAssetsGroupPhotoStream: UInt32 { 1 << 5 }
/// Groups of every type but `ALAssetsGroupLibrary`.
public var ALAssetsGroupAll: UInt32 { 0xFFFF_FFFF }

/// Key of `ALAssetsGroup.value(forProperty:)`: the name, a `String`.
public let ALAssetsGroupPropertyName = "ALAssetsGroupPropertyName"
/// Key of `ALAssetsGroup.value(forProperty:)`: the type, an `NSNumber` with one bit of `ALAssetsGroupType`.
public let ALAssetsGroupPropertyType = "ALAssetsGroupPropertyType"
/// Key of `ALAssetsGroup.value(forProperty:)`: what identifies the group in this library, a `String`.
public let ALAssetsGroupPropertyPersistentID = "ALAssetsGroupPropertyPersistentID"
/// Key of `ALAssetsGroup.value(forProperty:)`: what finds the group again by `ALAssetsLibrary.group(for:)`, a `URL`.
public let ALAssetsGroupPropertyURL = "ALAssetsGroupPropertyURL"

/// Which types of group are asked for.
struct GroupTypes: OptionSet {
    let rawValue: UInt32

    static let library = GroupTypes(rawValue: ALAssetsGroupLibrary), album = GroupTypes(rawValue: ALAssetsGroupAlbum)
    static let event = GroupTypes(rawValue: ALAssetsGroupEvent), faces = GroupTypes(rawValue: ALAssetsGroupFaces)
    static let savedPhotos = GroupTypes(rawValue: ALAssetsGroupSavedPhotos), photoStream = GroupTypes(rawValue: ALAssetsGroupPhotoStream)

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// What an application asks for, where all bits mean every type but the library: a program that lists every group would show every asset twice.
    init(asked types: ALAssetsGroupType) {
        self.init(rawValue: UInt32(truncatingIfNeeded: types))
        if rawValue == ALAssetsGroupAll { remove(.library) }
    }
}
