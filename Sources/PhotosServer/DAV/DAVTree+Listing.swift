import Foundation
import LibraryEngine
import PhotoModel
import Support
import WebDAV

/// What is told of files and folders.
extension DAVTree {
    /// What is right in a folder: but for the few of `files` no more than their names is in memory, and all else is looked up as it is told.
    struct Listing: Sendable {
        struct Folder: Sendable {
            let name: String
            /// In seconds since 1970.
            var modified: Double?
        }

        var folders: [Folder] = []
        var puts: [PutStretch] = []
        /// What lies in memory anyway.
        var files: [DAVResource] = []
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
        case .clutter(let clutter): (resource.size, resource.modified, resource.type) = (clutter.size, clutter.modified, MIMEType.data)
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

    /// A folder of a listing as it is told.
    func resource(_ folder: Listing.Folder, in path: DAVPath, disk: DiskSpace.Figures?) -> DAVResource {
        var resource = resource(.folder(.root), at: path.appending(folder.name), disk: disk)
        resource.modified = folder.modified
        return resource
    }

    func listing(of folder: DAVFolder, at path: DAVPath, _ reader: LibraryReader) throws -> Listing {
        func folders(_ names: [String]) -> [Listing.Folder] { names.map { Listing.Folder(name: $0) } }
        switch folder {
        case .root: return Listing(folders: folders([Self.photos, Self.albums] + (mayAdd ? [Self.incoming] : [])))
        case .photos:
            let months = try months(reader).months
            return Listing(folders: folders(months.years.map(DAVMonths.name(ofYear:)) + (months.undated.isEmpty ? [] : [DAVMonths.undatedName])))
        case .year(let year): return Listing(folders: folders(try months(reader).months.months(of: year).map { DAVMonths.name(ofMonth: $0.month) }))
        case .month(let photos): return Listing(photos: photos)
        case .clutter: return Listing()
        case .albums(let record):
            return Listing(
                folders: try collections(in: record, reader).map { name, record in
                    Listing.Folder(name: name, modified: record.modificationDate.map { $0 + Date.timeIntervalBetween1970AndReferenceDate })
                })
        case .album(let record, let photos):
            let folder = PutFolder(album: record.uuid), puts = try puts(in: folder), empty = empties(in: folder)
            let taken = Set(puts.keys.map { DAVNames.folded($0.name) } + empty.map { DAVNames.folded($0.name) })
            return Listing(puts: [puts], files: empty.map { resource(.empty($0), at: path.appending($0.name)) }, photos: photos, taken: taken)
        case .incoming(let below):
            let folder = PutFolder(path: below)
            var listing = Listing(
                folders: folders(try incomingFolders(in: below)), puts: [try puts(in: folder)],
                files: empties(in: folder).map { resource(.empty($0), at: path.appending($0.name)) })
            guard below.isEmpty else { return listing }
            listing.puts += try orphans(reader)
            if let note = try note(reader) { listing.files.append(resource(.note(note), at: path.appending(NotImported.name))) }
            return listing
        }
    }

    private func empties(in folder: PutFolder) -> [EmptyFile] { mayAdd ? context.dav.empties(in: folder) : [] }

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
