import Foundation
import Metadata
import PhotoModel

extension AssetRecord {
    /// The record of an asset made of these files.
    ///
    /// Size and pixels are the current version's: the rendering's where there is one. A sidecar's title, caption, keywords and rating win over
    /// the embedded ones, being what the user wrote last; its date and place only fill gaps, being copies of what the camera wrote. Which of a RAW and JPEG pair
    /// is the original it alone can say, and its word on a burst goes before the camera's: it tells what somebody joined by hand.
    /// A Live Photo without a place takes its movie's. `files` are those that `draft` was matched from.
    package init(_ draft: AssetDraft, files: [RecordedFile], uuid: UUID, addedDate: Double, timeZone: TimeZone) {
        let primary = files[draft.primary]
        let facts = primary.facts
        let (isPhoto, isSound) = (draft.members[0].kind == .photo, draft.members[0].kind == .audio)
        self.init(uuid: uuid, mediaType: isPhoto ? .image : isSound ? .audio : .video, addedDate: addedDate, filename: primary.name, uniformType: facts.uniformType)
        modificationDate = addedDate
        fileSize = primary.size
        let current = (draft.first(isPhoto ? .fullSizePhoto : .fullSizeVideo) ?? draft.chosenRaw).map { files[$0].facts } ?? facts
        (pixelWidth, pixelHeight) = current.uprightSize
        duration = isPhoto ? 0 : current.duration
        damage = current.damage ?? facts.damage

        let sidecars = draft.members.filter { $0.kind == .sidecar }.map { files[$0.file].facts }
        let date = CreationDate(
            stated: facts.captureDate, orElse: sidecars.lazy.compactMap(\.captureDate).first, fileModified: primary.modified, timeZone: timeZone)
        (creationDate, creationOffset) = (date.seconds, date.offset)
        let movie = draft.first(.pairedVideo).map { files[$0].facts }
        let embedded = isPhoto && movie == nil ? primary.movie : nil
        let places = ([facts] + sidecars).map(\.location) + [movie?.location ?? embedded?.location]
        location = places.lazy.compactMap { LocationRecord($0) }.first
        title = Self.first(sidecars.map(\.title) + [facts.title])
        caption = Self.first(sidecars.map(\.caption) + [facts.caption])
        keywords = sidecars.first { !$0.keywords.isEmpty }?.keywords ?? facts.keywords
        rating = min(5, max(0, sidecars.lazy.compactMap(\.rating).first ?? facts.rating ?? 0))
        (cameraMake, cameraModel, lens) = (facts.camera.make, facts.camera.model, facts.camera.lens)
        isFrontFacing = facts.camera.isFrontFacing
        (contentIdentifier, burstIdentifier) = (facts.contentIdentifier, facts.burstIdentifier)
        if isPhoto, let burst = sidecars.lazy.compactMap(\.burstIdentifier).first {
            let said = sidecars.lazy.compactMap(\.belonging).first ?? BelongingFacts()
            (burstIdentifier, representsBurst) = (burst, said.representsBurst)
            isBurstPick = said.isBurstPick
        }

        originalChoice = draft.chosenRaw == nil ? .compressed : .raw
        mediaSubtypes = facts.subtypes
        playbackStyle = isPhoto ? (facts.frameCount > 1 ? .imageAnimated : .image) : isSound ? .unsupported : .video
        if movie != nil || embedded != nil {
            becomeLivePhoto()
            if let word = sidecars.lazy.compactMap({ $0.belonging?.playback }).first { playbackWord = word }
        }
        setAdjustments(draft, files)
    }

    /// PhotoKit's `photoLive` and the playback style that goes with it.
    mutating func becomeLivePhoto() {
        mediaSubtypes.insert(.photoLive)
        playbackStyle = .livePhoto
    }

    private mutating func setAdjustments(_ draft: AssetDraft, _ files: [RecordedFile]) {
        if let edit = draft.adjustment.flatMap({ files[$0].facts.adjustment }) {
            setAdjustment(edit)
        } else if draft.first(.fullSizePhoto) != nil || draft.first(.fullSizeVideo) != nil {
            // A rendering whose recipe nobody kept is an edit all the same.
            adjustmentFormatIdentifier = Self.unknownAdjustment
            adjustmentFormatVersion = "1"
        }
    }

    mutating func setAdjustment(_ edit: AdjustmentFacts) {
        (adjustmentFormatIdentifier, adjustmentFormatVersion, adjustmentEditor) = (edit.formatIdentifier, edit.formatVersion, edit.editor)
        adjustmentTimestamp = edit.timestamp.map { $0 - Date.timeIntervalBetween1970AndReferenceDate }
    }

    /// Format of an edit of which only the rendering is there.
    package static let unknownAdjustment = "org.openphotokit.rendering"

    private static func first(_ texts: [String?]) -> String? { texts.lazy.compactMap { $0 }.first { !$0.isEmpty } }
}

extension LocationRecord {
    /// `nil` for no place, and for one that is not on the globe.
    package init?(_ location: GeoLocation?) {
        guard let location, (-90...90).contains(location.latitude), (-180...180).contains(location.longitude) else { return nil }
        self.init(latitude: location.latitude, longitude: location.longitude)
        (altitude, horizontalAccuracy) = (location.altitude, location.horizontalAccuracy)
        (direction, speed) = (location.direction, location.speed)
    }
}
