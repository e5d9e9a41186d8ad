import Descriptions

/// What `doctor` found.
struct DoctorReport: Equatable {
    struct Library: Equatable {
        var path: String
        var uuid: String
        var assets: Int
        var trashed: Int
        var resources: Int
        var schema: Int
    }

    struct Format: Equatable {
        var name: String
        /// Why it can't be decoded here; `nil` where it can.
        var problem: String?
    }

    var version = ToolVersion.text
    var libraryPath: String
    var library: Library?
    /// The worker's path; `nil` where there is none, and nothing is decoded.
    var decoder: String?
    /// The protections of the worker, and those that the system refuses it.
    var sandbox: [String] = []
    var missingProtections: [String] = []
    var formats: [Format] = []
    /// What tells when memory is scarce.
    var memoryPressure = ""
    var problems: [Sentence] = []

    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("version", version)
            json.field("library", library?.path)
            json.field("decoder", decoder)
            json.strings("sandbox", sandbox)
            json.object("formats") { json in
                for format in formats { json.field(format.name, format.problem == nil) }
            }
            json.field("memoryPressure", memoryPressure)
            json.strings("problems", problems.map { $0.text(in: .english) })
            json.field("assets", library?.assets)
            json.field("schema", library?.schema)
        }
        return json.text
    }

    var lines: [String] {
        var lines = ["photos \(version)"]
        let headings: [Sentence] = ["Library", "Decoder", "Locks", "Decodes", "Memory"]
        let width = (headings.map { DisplayText.width($0.text) }.max() ?? 0) + 3
        func add(_ heading: Sentence?, _ text: String) { lines.append(DisplayText.padded(heading?.text ?? "", to: width) + text) }
        if let library {
            add("Library", DisplayText.safe(library.path))
            let trashed = Quantity.grouped(library.trashed)
            add(nil, say("\(counted: library.assets, "asset") in \(counted: library.resources, "file"), \(trashed) in Recently Deleted, catalogue format \(library.schema)"))
        } else {
            add("Library", say("none open at \(DisplayText.safe(libraryPath))"))
        }
        add("Decoder", decoder.map(DisplayText.safe) ?? say("none"))
        add("Locks", sandbox.isEmpty ? say("none") : sandbox.joined(separator: ", "))
        if !missingProtections.isEmpty { add(nil, say("not closed: \(missingProtections.joined(separator: ", "))")) }
        add("Decodes", list(formats.filter { $0.problem == nil }.map(\.name)))
        let others = formats.filter { $0.problem != nil }.map(\.name)
        if !others.isEmpty { add(nil, say("not: \(others.joined(separator: ", "))")) }
        add("Memory", DisplayText.safe(memoryPressure))
        if problems.isEmpty {
            lines.append(say("No problems."))
        } else {
            lines.append(problems.count == 1 ? say("One problem:") : say("\(counted: problems.count, "problem"):"))
            lines += problems.map { "  - " + DisplayText.safe($0.text) }
        }
        return lines
    }

    private func list(_ names: [String]) -> String { names.isEmpty ? say("nothing") : names.joined(separator: ", ") }
}
