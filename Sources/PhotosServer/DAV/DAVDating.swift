import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import PhotoModel
import WebDAV

/// PROPPATCH: a file that waits gets its date, and what Windows says beside it is heard.
struct DAVDating: Sendable {
    private static let windows = "urn:schemas-microsoft-com:"
    private static let modified = XMLName.dav("getlastmodified"), windowsModified = XMLName("Win32LastModifiedTime", in: windows)

    let tree: DAVTree
    let path: DAVPath
    private var context: GalleryContext { tree.context }

    /// What becomes of one change.
    enum Verdict: Equatable, Sendable {
        case date(Double)
        /// It means nothing here, and is no reason to refuse it.
        case ignored
        case refused
    }

    func change(_ request: Request) async throws -> Response {
        let update: PropertyUpdate
        do { update = try PropertyUpdate(try await DAVBody.read(request, context)) } catch let error as XMLError { throw Problem.davXML(error) }
        let conditions = try DAVConditions(request, context)
        let node = try await tree.read { [tree, path] reader -> DAVNode in
            guard let node = try tree.node(path, reader) else { throw Problem.davMissing(path) }
            try conditions.require(path, node) { try tree.node($0, reader) }
            return node
        }
        let isOpen = Self.takesChanges(node)
        if isOpen { try conditions.requireUnlocked(path) }
        let verdicts = update.changes.map { isOpen ? Self.verdict($0) : .refused }
        let isDone = !verdicts.contains(.refused)
        if isDone, let date = verdicts.reversed().lazy.compactMap({ if case .date(let date) = $0 { date } else { nil } }).first { try await set(date, node) }
        return answer(Array(zip(update.changes.map(\.name), verdicts)), isDone: isDone, node)
    }

    private static func takesChanges(_ node: DAVNode) -> Bool {
        switch node {
        case .put(let entry): entry.state != .comingIn
        case .empty, .clutter: true
        case .folder(.incoming(let path)): !path.isEmpty
        case .folder, .photo, .note: false
        }
    }

    static func verdict(_ change: PropertyUpdate.Change) -> Verdict {
        switch change {
        case .set(modified, let text), .set(windowsModified, let text):
            return HTTPDate.seconds(of: text).map { .date(Double($0)) } ?? .refused
        case .set(let name, _), .remove(let name): return name.namespace == windows && name.local.hasPrefix("Win32") ? .ignored : .refused
        }
    }

    private func set(_ date: Double, _ node: DAVNode) async throws {
        switch node {
        case .put(let entry): try await context.uploading { try $0.date(entry, date) }
        case .empty(let file): context.dav.keep(EmptyFile(folder: file.folder, name: file.name, modified: date))
        case .clutter(let file): context.dav.keep(ClutterFile(content: file.content, modified: date), at: path)
        // A folder has no date of its own.
        case .folder, .photo, .note: return
        }
    }

    private func answer(_ changes: [(name: XMLName, verdict: Verdict)], isDone: Bool, _ node: DAVNode) -> Response {
        var xml = XMLWriter()
        xml.declare()
        xml.begin("multistatus", isRoot: true)
        xml.element("response") { xml in
            xml.element("href", path.href(isFolder: node.isFolder))
            for (status, names) in [
                ("200 OK", changes.filter { _ in isDone }), ("403 Forbidden", changes.filter { $0.verdict == .refused }),
                ("424 Failed Dependency", changes.filter { !isDone && $0.verdict != .refused }),
            ] where !names.isEmpty {
                xml.element("propstat") { xml in
                    xml.element("prop") { xml in for change in names { xml.empty(change.name) } }
                    xml.element("status", "HTTP/1.1 \(status)")
                    guard status.hasPrefix("403") else { return }
                    xml.element("error") { $0.empty("cannot-modify-protected-property") }
                    xml.element("responsedescription", "Only the date of a file that waits to come in is set here. All else is done in the gallery.")
                }
            }
        }
        xml.end("multistatus")
        return Response(
            status: DAVAsking.multiStatus, headers: [.contentType: DAVRefusal.xml, .cacheControl: "no-store"], body: ResponseBody(byteBuffer: ByteBuffer(bytes: xml.bytes)))
    }
}

extension HTTPDate {
    /// `Sun, 06 Nov 1994 08:49:37 GMT` in seconds since 1970; `nil` for what is none.
    static func seconds(of text: String) -> Int? {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let parts = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "-" })
        // The day of the week says nothing new.
        guard parts.count == 6, parts[5].uppercased() == "GMT", let day = Int(parts[1]), let month = months.firstIndex(of: parts[2].lowercased()), let year = Int(parts[3]) else {
            return nil
        }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
        let date = CivilDate(year: year, month: month + 1, day: day)
        guard (1...9_999).contains(year), date.exists, clock.count == 3, 0...23 ~= clock[0], 0...59 ~= clock[1], 0...60 ~= clock[2] else { return nil }
        return date.daysSince1970 * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
    }
}
