import PhotoModel

extension AssetRecord {
    /// Takes over what new files say, without losing what the user changed: a field is replaced only if it still has the value that the
    /// files known before gave it (`old`). Without `old`, only what the new files state is taken.
    mutating func adopt(_ new: AssetRecord, insteadOf old: AssetRecord?) {
        func take<Value: Equatable>(_ field: WritableKeyPath<AssetRecord, Value>, unlessStated isEmpty: (Value) -> Bool = { _ in false }) {
            if let old {
                if self[keyPath: field] == old[keyPath: field] { self[keyPath: field] = new[keyPath: field] }
            } else if !isEmpty(new[keyPath: field]) {
                self[keyPath: field] = new[keyPath: field]
            }
        }
        take(\.mediaType)
        take(\.mediaSubtypes)
        take(\.playbackStyle)
        take(\.playbackVariation) { $0 == .none }
        take(\.playsLivePhoto) { $0 }
        take(\.creationDate)
        take(\.creationOffset)
        take(\.pixelWidth)
        take(\.pixelHeight)
        take(\.duration)
        take(\.location) { $0 == nil }
        take(\.adjustmentFormatIdentifier)
        take(\.adjustmentFormatVersion)
        take(\.adjustmentTimestamp)
        take(\.adjustmentEditor)
        take(\.burstIdentifier)
        if new.isBurstPick, old?.isBurstPick != true { isBurstPick = true }
        take(\.contentIdentifier) { $0 == nil }
        take(\.title) { $0 == nil }
        take(\.caption) { $0 == nil }
        take(\.rating) { $0 == 0 }
        take(\.keywords) { $0.isEmpty }
        take(\.cameraMake) { $0 == nil }
        take(\.cameraModel) { $0 == nil }
        take(\.lens) { $0 == nil }
        take(\.isFrontFacing)
        take(\.filename)
        take(\.uniformType)
        take(\.fileSize)
        take(\.damage)
        take(\.originalChoice)
        // Of what the user chose and what files say one follows from the other.
        if isLivePhoto { setLivePhotoPlayback(playsLivePhoto) }
    }
}
