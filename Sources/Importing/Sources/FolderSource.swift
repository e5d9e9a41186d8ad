import Metadata
import Originals

/// Files and folders, with everything in them.
struct FolderSource: ImportSource {
    let paths: [BytePath]
    /// The library's own folder, which is never entered.
    let library: BytePath

    func makeIterator() -> FolderScanner { FolderScanner(paths, library: library) }
}

/// Walks files and folders in the order of their names, one folder in memory at a time.
///
/// Symbolic links are followed; each folder is entered once, however many links lead to it, so that loops end. Hidden entries and libraries
/// (ours and Apple's) are left out, and the library that is imported into is passed without a word: it is no folder of new photos.
struct FolderScanner: IteratorProtocol {
    private struct Folder { var path: BytePath, root: BytePath }
    private struct Place: Hashable { var device: UInt64, inode: UInt64 }

    private var folders: [Folder] = []
    private var items: [SourceItem] = []
    private var entered: Set<Place> = []
    private let library: Place?

    init(_ paths: [BytePath], library: BytePath) {
        self.library = (try? FileSignature(path: library)).map { Place(device: $0.device, inode: $0.inode) }
        var files: [BytePath: [FoundFile]] = [:]
        var parents: [BytePath] = []
        for path in paths {
            switch look(at: path, isNamed: true) {
            case .folder: folders.append(Folder(path: path, root: path))
            case .file(let size):
                if files[path.parent] == nil { parents.append(path.parent) }
                files[path.parent, default: []].append(FoundFile(path: path, size: size))
            case .other(let item): items.append(item)
            }
        }
        folders.reverse()
        for parent in parents { items += Self.groups(files[parent] ?? [], root: parent) }
        items.reverse()
    }

    mutating func next() -> SourceItem? {
        while items.isEmpty, let folder = folders.popLast() { enter(folder) }
        return items.popLast()
    }

    private mutating func enter(_ folder: Folder) {
        let names: [BytePath]
        do throws(OriginalsError) {
            let signature = try FileSignature(path: folder.path)
            let place = Place(device: signature.device, inode: signature.inode)
            guard place != library, entered.insert(place).inserted else { return }
            names = try Originals.Folder.names(in: folder.path)
        } catch {
            items.append(.failure(ImportFailure(path: folder.path.text, code: error.code.rawValue, message: error.description)))
            return
        }
        var files: [FoundFile] = []
        var subfolders: [Folder] = []
        var others: [SourceItem] = []
        for name in names.sorted() where name.bytes.first != UInt8(ascii: ".") {
            let path = folder.path.appending(name)
            switch look(at: path, isNamed: false) {
            case .folder: subfolders.append(Folder(path: path, root: folder.root))
            case .file(let size): files.append(FoundFile(path: path, size: size))
            case .other(let item): others.append(item)
            }
        }
        folders += subfolders.reversed()
        // The last is taken first.
        items = (others + Self.groups(files, root: folder.root)).reversed()
    }

    private enum Sight { case folder, file(Int64), other(SourceItem) }

    /// `isNamed`: the user asked for this very path.
    private func look(at path: BytePath, isNamed: Bool) -> Sight {
        do throws(OriginalsError) {
            let signature = try FileSignature(path: path)
            if signature.isFolder {
                let isOwn = library == Place(device: signature.device, inode: signature.inode)
                guard isNamed || !isOwn, let found = FoundLibrary(path, isOurs: isOwn) else { return .folder }
                return .other(
                    isNamed
                        ? .failure(ImportFailure(path: path.text, code: "isLibrary", message: found.advice))
                        : .skip(ImportSkip(path: path.text, kind: .library, reason: found.advice)))
            }
            if signature.isRegular { return .file(signature.size) }
            let reason = "\(path.display) is \(signature.kindName). Only regular files can be imported."
            return .other(
                isNamed
                    ? .failure(ImportFailure(path: path.text, code: OriginalsError.Code.notARegularFile.rawValue, message: reason))
                    : .skip(ImportSkip(path: path.text, reason: "is \(signature.kindName)")))
        } catch {
            return .other(.failure(ImportFailure(path: path.text, code: error.code.rawValue, message: error.description)))
        }
    }

    private static func groups(_ files: [FoundFile], root: BytePath) -> [SourceItem] {
        var groups: [String: [FoundFile]] = [:]
        for file in files { groups[MediaName(file.path.lastComponent.text).stem, default: []].append(file) }
        return groups.sorted { $0.key < $1.key }.map { .group(SourceGroup(root: root, files: $0.value)) }
    }
}
