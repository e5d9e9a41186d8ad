import ArgumentParser
import Foundation
import LibraryEngine
import PhotoModel
import Photos
import PhotosServer
import Picking

struct PickCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick",
        abstract: say("Opens a page to choose photos on, waits, and lists what was chosen."),
        discussion: say(
            """
            The page is the picker that other programs ask for over HTTP. Its address lets one browser in, once, within ten minutes. What was \
            chosen is listed as `photos assets` lists it, in the order in which it was chosen; without --json, too. Exit status 1 where \
            nothing was chosen.

            FILTER is a kind or several joined ones: images, videos, livePhotos, screenshots, panoramas, bursts, any(images,videos), \
            all(images,not(screenshots)).

            EXAMPLES:
              photos pick --limit 9 --filter images
              photos pick --limit 0 --filter 'any(videos,livePhotos)' --json
              photos pick --limit 9 --identifiers | xargs photos export --to ~/Desktop/Post
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Option(parsing: .unconditional, help: said("The most that may be chosen; 0 is any number.", valueName: "n"))
    var limit = 1

    @Option(parsing: .unconditional, help: said("The fewest that may be chosen.", valueName: "n"))
    var minimum = 0

    @Option(help: said("Show only these kinds.", valueName: "filter"))
    var filter: String?

    @Flag(help: said("Show in which order photos are chosen."))
    var ordered = false

    @Option(help: said("What the page says on top.", valueName: "text"))
    var title: String?

    @Option(help: said("An asset that is chosen at the beginning; may be given several times.", valueName: "identifier"))
    var selected: [String] = []

    @Flag(help: said("Print nothing but identifiers, one a line."))
    var identifiers = false

    @Option(help: said("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(parsing: .unconditional, help: said("The port to listen on; 0 takes any free one.", valueName: "port"))
    var port = 0

    @Flag(inversion: .prefixedNo, help: said("Open the desktop's browser, or only print the address (default: open where there is a desktop)."))
    var open: Bool?

    func validate() throws {
        guard (0...65_535).contains(port) else { throw wrongUsage("--port must be from 0 to 65535.") }
        guard (0...PickerRequest.most).contains(limit), (0...PickerRequest.most).contains(minimum) else {
            throw wrongUsage("--limit and --minimum must be from 0 to \(PickerRequest.most).")
        }
        guard limit == 0 || minimum <= limit else { throw wrongUsage("--minimum must not be more than --limit.") }
        if let filter {
            do throws(PickingError) { _ = try PickerFilter(parsing: filter) } catch { throw wrongUsage("--filter: \(EngineText.translated(error.message))") }
        }
    }

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            defer { library.close() }
            let preselected = try library.read { reader in try selected.map { try AssetLookup(reader).asset($0).uuid } }
            let request = PickerRequest(
                filter: try filter.map { try PickerFilter(parsing: $0) }, try PickerRules(limit: limit, minimum: minimum), isOrdered: ordered, preselected: preselected,
                title: title)
            let chosen = try ask(request, of: library, tool)
            if identifiers {
                for item in chosen { try tool.console.resultLine(LocalIdentifier.asset(item.uuid)) }
            } else {
                var list = AssetList(tool)
                try AssetBatches(library).forEach(ContiguousArray(chosen.map(\.row)), withResources: tool.wantsJSON) { try list.print($0) }
            }
            try tool.console.flush()
        }
    }

    /// Serves the page until the person has answered.
    /// - Throws: where nothing was chosen, the server can't start, or the process was told to end.
    private func ask(_ request: PickerRequest, of library: PhotoLibrary, _ tool: ToolContext) throws -> [Picker.Item] {
        var options = ServerOptions()
        (options.host, options.port) = (host, port)
        let server = try GalleryServer(session: LibrarySession(library, application: tool.author), options: options)
        let picker = try server.beginPicker(request), open = open
        try Serving.run(server, begin: { end in picker.onAnswer { _ in end.come() } }) { address, browser in
            let page = address.entrance(to: picker)
            tool.console.note("Choose at \(page) (Ctrl-C stops)")
            if open ?? Desktop.isThere { browser.start(page, tool) }
        }
        let answer = picker.current
        switch answer.phase {
        case .confirmed: return answer.items
        case .cancelled, .ended: throw ToolFailure(.someFailed, "Nothing was chosen.")
        case .waiting, .open: throw ToolFailure.interrupted
        }
    }
}
