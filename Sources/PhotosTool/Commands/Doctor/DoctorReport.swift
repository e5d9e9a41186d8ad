import PhotosServer

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
    /// The locks the worker has closed, and those it could not.
    var sandbox: [String] = []
    var missingLocks: [String] = []
    var formats: [Format] = []
    /// What tells when memory is scarce.
    var memoryPressure = ""
    var problems: [String] = []

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
            json.strings("problems", problems)
            json.field("assets", library?.assets)
            json.field("schema", library?.schema)
        }
        return json.text
    }

    var lines: [String] {
        var lines = ["photos \(version)"]
        if let library {
            lines.append("Library   \(DisplayText.safe(library.path))")
            lines.append("          \(Quantity.counted(library.assets, "asset")) in \(Quantity.counted(library.resources, "file")), "
                + "\(Quantity.grouped(library.trashed)) in Recently Deleted, catalogue format \(library.schema)")
        } else {
            lines.append("Library   none open at \(DisplayText.safe(libraryPath))")
        }
        lines.append("Decoder   " + (decoder.map(DisplayText.safe) ?? "none"))
        lines.append("Locks     " + (sandbox.isEmpty ? "none" : sandbox.joined(separator: ", ")))
        if !missingLocks.isEmpty { lines.append("          not closed: " + missingLocks.joined(separator: ", ")) }
        lines.append("Decodes   " + list(formats.filter { $0.problem == nil }.map(\.name)))
        let others = formats.filter { $0.problem != nil }.map(\.name)
        if !others.isEmpty { lines.append("          not: " + others.joined(separator: ", ")) }
        lines.append("Memory    " + DisplayText.safe(memoryPressure))
        if problems.isEmpty {
            lines.append("No problems.")
        } else {
            lines.append(problems.count == 1 ? "One problem:" : "\(problems.count) problems:")
            lines += problems.map { "  - " + DisplayText.safe($0) }
        }
        return lines
    }

    private func list(_ names: [String]) -> String { names.isEmpty ? "nothing" : names.joined(separator: ", ") }
}
