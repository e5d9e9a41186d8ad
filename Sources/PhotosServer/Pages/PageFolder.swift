import Foundation
import Glibc
import Synchronization

/// The folder of the pages' files.
struct PageFolder: Sendable {
    let url: URL

    init(_ url: URL) { self.url = url }

    /// What `installed()` found. Where nothing was found it looks again: who hears of it puts the folder back, and a program may open another picker then.
    private static let found = Mutex<PageFolder?>(nil)

    /// The pages that came with the program: beside it, where building puts them, or where it is installed. They are looked for once, whoever asks: the tool for
    /// its language, the server for its pages, and a page that tells a problem.
    ///
    /// `Bundle.module` would end the process where they are missing.
    static func installed() throws(ServerError) -> PageFolder {
        if let known = found.withLock({ $0 }) { return known }
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let places = [program.appendingPathComponent("OpenPhotoKit_PhotosServer.resources/Web"), program.appendingPathComponent("../share/photos/Web")]
        guard let place = places.first(where: { access($0.appendingPathComponent("index.html").path, R_OK) == 0 }) else {
            throw ServerError(
                .pagesMissing, "The gallery's pages are not at \(places[0].path). Put the folder OpenPhotoKit_PhotosServer.resources beside the program again.")
        }
        let folder = PageFolder(place.standardizedFileURL)
        found.withLock { $0 = folder }
        return folder
    }

    private static let cameWithTheProgram = Mutex<Pages?>(nil)

    /// The pages in a folder, as they are now, or those that came with the program, which are read once: a program may open a server for each picker.
    ///
    /// - Throws: as `installed()` and `pages()`.
    static func pages(in folder: URL?) throws(ServerError) -> Pages {
        if let folder { return try PageFolder(folder).pages() }
        if let known = cameWithTheProgram.withLock({ $0 }) { return known }
        let pages = try installed().pages()
        cameWithTheProgram.withLock { $0 = pages }
        return pages
    }
}

extension PageFolder {
    /// What is said in each language.
    ///
    /// - Throws: `ServerError` with the file that can't be read, or that lacks what the page says.
    func languages() throws(ServerError) -> PageLanguages {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent("languages").path)) ?? []
        var sources: [String: String] = [:]
        for name in names { sources["languages/\(name)"] = try? String(contentsOf: url.appendingPathComponent("languages/\(name)"), encoding: .utf8) }
        return try PageLanguages(sources)
    }

    /// Every file by its path in the folder; what a page fetches first is joined, so that it comes at once.
    ///
    /// - Throws: `ServerError` where files that belong together don't fit.
    func pages() throws(ServerError) -> Pages {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []
        var files: [String: PageFile] = [:]
        var sources: [String: String] = [:]
        for path in paths {
            guard let bytes = try? Data(contentsOf: url.appendingPathComponent(path)), let file = PageFile(name: path, bytes: Array(bytes)) else { continue }
            files[path] = file
            sources[path] = String(decoding: bytes, as: UTF8.self)
        }
        let modules = JoinedModules(sources.filter { $0.key.hasSuffix(".js") })
        var made = Array(Pages.scripts.keys) + Pages.sheets
        for (path, first) in Pages.scripts {
            let later = Pages.laterScript(of: path), scripts = try modules.scripts(from: first, later: String(later.split(separator: "/").last ?? ""))
            sources[path] = scripts.first
            guard let text = scripts.later else { continue }
            sources[later] = text
            made.append(later)
        }
        for path in Pages.sheets { sources[path] = try JoinedStyles.sheet(path, of: sources) }
        for path in made { files[path] = PageFile(name: path, bytes: Array(sources[path, default: ""].utf8)) }
        // What is made of them is served, and not they themselves.
        for path in files.keys where path.hasPrefix("languages/") { files[path] = nil }
        return try Pages(files, sources)
    }
}

/// One file of the pages, as it is sent.
struct PageFile: Sendable {
    let bytes: [UInt8]
    let contentType: String
    let entityTag: String

    /// `nil` for files of kinds that no page has.
    init?(name: String, bytes: [UInt8]) {
        guard let type = Self.types[name.split(separator: ".").last.map(String.init) ?? ""] else { return nil }
        (self.bytes, contentType, entityTag) = (bytes, type, EntityTag.of(bytes))
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "ico": "image/x-icon", "webmanifest": "application/manifest+json", "json": "application/json",
    ]
}
