import Foundation
import LibraryEngine
import PhotoModel
import Support
import WebDAV

/// What is told of files and folders.
extension DAVTree {
    /// What a folder has beside photos of the library, which are told in pages.
    struct Listing: Sendable {
        var resources: [DAVResource]
        var photos: PhotoList?
        /// Names, as they are compared, that stand for something else than a photo.
        var taken: Set<String> = []
    }

    private var now: Double { context.now().timeIntervalSince1970 }

    /// - Parameter disk: what is told of it, of folders.
    func resource(_ node: DAVNode, at path: DAVPath, disk: DiskSpace.Figures? = nil) -> DAVResource {
        var resource = DAVResource(href: path.href(isFolder: node.isFolder), name: path.name ?? Self.photos, isFolder: node.isFolder)
        resource.tag = node.tag
        switch node {
        case .folder(let folder):
            resource.disk = disk
            if case .album(let record, _) = folder, let date = record.modificationDate { resource.modified = date + Date.timeIntervalBetween1970AndReferenceDate }
            return resource
        case .photo(let file):
            (resource.size, resource.type, resource.modified) = (file.resource.size, file.type, file.modified)
            resource.created = (file.record.creationDate ?? file.record.addedDate) + Date.timeIntervalBetween1970AndReferenceDate
            return resource
        case .put(let entry): (resource.size, resource.modified, resource.type) = (entry.size, entry.modified, Self.type(of: entry.name))
        case .empty(let file): (resource.size, resource.modified, resource.type) = (0, file.modified, Self.type(of: file.name))
        case .clutter(let clutter): (resource.size, resource.modified, resource.type) = (Int64(clutter.bytes.count), clutter.modified, MIMEType.data)
        case .note(let note):
            (resource.size, resource.modified, resource.type) = (Int64(note.bytes.count), note.modified, "text/plain; charset=utf-8")
            return resource
        }
        resource.created = resource.modified
        resource.takesLocks = true
        resource.lock = context.dav.locks.lock(of: path, at: now)
        return resource
    }

    /// What a file that nobody looked into is by its name. What is no picture, video or sound is bytes: XML would be opened as a page of the gallery's own.
    static func type(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), let type = UniformTypes.identifier(forExtension: String(name[name.index(after: dot)...])), FileAnswer.isShown(type: type) else {
            return MIMEType.data
        }
        return UniformTypes.mimeType(of: type) ?? MIMEType.data
    }

    /// What is right in a folder.
    func listing(of folder: DAVFolder, at path: DAVPath, disk: DiskSpace.Figures?, _ reader: LibraryReader) throws -> Listing {
        func folders(_ names: [String], _ kind: (String) -> DAVFolder) -> [DAVResource] {
            names.map { resource(.folder(kind($0)), at: path.appending($0), disk: disk) }
        }
        switch folder {
        case .root:
            let names = [Self.photos, Self.albums] + (mayAdd ? [Self.incoming] : [])
            return Listing(resources: folders(names) { $0 == Self.photos ? .photos : $0 == Self.albums ? .albums(nil) : .incoming("") })
        case .photos:
            let months = try months(reader).months
            let years = months.years
            let undated = months.undated.isEmpty ? [] : [DAVMonths.undatedName]
            return Listing(resources: folders(years.map(DAVMonths.name(ofYear:)) + undated) { _ in .photos })
        case .year(let year):
            let months = try months(reader).months.months(of: year)
            return Listing(resources: folders(months.map { DAVMonths.name(ofMonth: $0.month) }) { _ in .photos })
        case .month(let photos): return Listing(resources: [], photos: photos)
        case .albums(let record):
            let found = try collections(in: record, reader)
            return Listing(
                resources: found.map { name, record in
                    var listed = resource(.folder(.albums(record)), at: path.appending(name), disk: disk)
                    listed.modified = record.modificationDate.map { $0 + Date.timeIntervalBetween1970AndReferenceDate }
                    return listed
                })
        case .album(let record, let photos):
            let puts = try puts(in: PutFolder(album: record.uuid), reader)
            return Listing(resources: puts.map { resource($0.node, at: path.appending($0.name)) }, photos: photos, taken: Set(puts.map { DAVNames.folded($0.name) }))
        case .incoming(let below):
            var resources = folders(try incomingFolders(in: below)) { .incoming($0) }
            resources += try puts(in: PutFolder(path: below), reader).map { resource($0.node, at: path.appending($0.name)) }
            guard below.isEmpty else { return Listing(resources: resources) }
            resources += try orphans(reader).map { resource(.put($0), at: path.appending($0.name)) }
            if let note = try note(reader) { resources.append(resource(.note(note), at: path.appending(NotImported.name))) }
            return Listing(resources: resources)
        }
    }

    /// Files of some photos of a folder, in the folder's order.
    func resources(of ids: ArraySlice<Int64>, _ names: FolderNames, at path: DAVPath, besides taken: Set<String>, _ reader: LibraryReader) throws -> [DAVResource] {
        let resources = try reader.resources(assetIDs: ids)
        var found: [DAVResource] = []
        for case let record? in try reader.assets(ids: ids) where !record.isTrashed && !record.isHidden {
            for file in names.files(of: record, resources[record.id] ?? []) where taken.isEmpty || !taken.contains(DAVNames.folded(file.name)) {
                found.append(resource(.photo(file), at: path.appending(file.name)))
            }
        }
        return found
    }
}
