import LibraryEngine

extension PHObject {
    /// The same object as a snapshot has it: `nil` where it is gone, or, for an asset, in Recently Deleted. What is not stored stays as it is.
    func current(_ reader: LibraryReader) throws -> PHObject? {
        switch self {
        case let asset as PHAsset:
            guard let record = try reader.asset(uuid: uuid) else { return nil }
            // One that was in Recently Deleted before is none that a person deletes now.
            return record.isTrashed && !asset.record.isTrashed ? nil : PHAsset(record: record, session: session)
        case let album as PHAssetCollection:
            if case .moment(let moment) = album.content {
                let index = try reader.moments(in: session.timeZone)
                return index.index(ofMoment: moment.identity).map { PHAssetCollection(moment: index.moments[$0], session: session) }
            }
            guard case .album = album.content else { return album }
            return try reader.collection(uuid: uuid).map { PHCollection.make($0, session) }
        case let list as PHCollectionList:
            if case .moments(let known) = list.content {
                let index = try reader.moments(in: session.timeZone)
                return index.list(known.kind, identity: known.identity).map { PHCollectionList(moments: $0, session: session) }
            }
            guard case .folder = list.content else { return list }
            return try reader.collection(uuid: uuid).map { PHCollection.make($0, session) }
        default:
            return self
        }
    }
}
