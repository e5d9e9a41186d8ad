import Foundation
import TestSupport
import Testing

/// What the tool does where the process that decodes is missing or has fewer protections than it should.
struct DecoderTests {
    /// The tool in a folder of its own, without a decoder beside it.
    private func lonelyTool(in folder: URL) throws -> URL {
        let tool = folder.appending(path: "photos")
        if link(Tool.executable.path, tool.path) != 0 { try FileManager.default.copyItem(at: Tool.executable, to: tool) }
        return tool
    }

    private func run(_ tool: URL, _ world: World, _ arguments: [String], _ environment: [String: String]) throws -> ProgramRun {
        try Tool.shell(
            "exec \"$tool\" --library \"$library\" \(arguments.joined(separator: " "))",
            environment: ["tool": tool.path, "library": world.library.path, "pictures": world.pictures.path, "PATH": "/nowhere"].merging(environment) { $1 })
    }

    /// It used to decode in its own process without a word.
    @Test func withoutADecoderAnImportEndsWithOneErrorAndNothingComesIn() throws {
        let world = try World()
        try world.addPictures(5)
        let tool = try lonelyTool(in: world.folder)
        #expect(try run(tool, world, ["init"], [:]).status == 0)
        for decoder in ["", "inprocess", "/gone/photo-decoder"] {
            for arguments in [["import", "-q", "$pictures"], ["import", "$pictures", "--dry-run"], ["import", "--json", "$pictures", "--reference"]] {
                let result = try run(tool, world, arguments, ["PHOTOS_DECODER": decoder])
                #expect(result.status == 69, "\(result)")
                #expect(result.output.isEmpty && result.errors.split(separator: "\n").count == 1, "\(result)")
                #expect(result.errors.contains("photo-decoder") || decoder == "inprocess", "\(result)")
                #expect(result.errors.contains("PHOTOS_DECODER"), "\(result)")
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.library.appending(path: "staging").path).filter { $0 != "gate" }.isEmpty)
        // Looking at what is there needs no decoder.
        let listed = try run(tool, world, ["assets", "--json"], [:])
        #expect(listed.status == 0 && listed.output.isEmpty && !listed.errors.contains("decoder"), "\(listed)")
        let found = try run(tool, world, ["doctor", "--json"], [:])
        #expect(found.status == 1 && found.json["decoder"] is NSNull && (found.json["problems"] as? [String])?.count == 1, "\(found)")
        // What came in while there was one can be had, and what needs one says so.
        #expect(try world.photos("import", world.pictures.path, "--json").json["imported"] as? Int == 5)
        #expect(try run(tool, world, ["import", "--json", "$pictures"], [:]).json["duplicates"] as? Int == 5, "what is known needs no look inside")
        let id = try #require(try run(tool, world, ["assets", "--json", "--limit", "1"], [:]).jsonLines.first?["localIdentifier"] as? String)
        let image = try run(tool, world, ["image", "'\(id)'", "--size", "32x32", "-o", "$pictures/out.jpg"], [:])
        #expect(image.status == 69 && image.errors.contains("PHOTOS_DECODER"), "\(image)")
    }

    private func refusing(_ name: String, in world: World) throws -> String {
        let link = world.folder.appending(path: name).path
        let faults = Tool.executable.deletingLastPathComponent().appending(path: "photo-decoder-faults")
        if !FileManager.default.fileExists(atPath: link) { try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: faults.path) }
        return link
    }

    @Test func aDecoderThatTheSystemRefusesItsFilterDoesNothingAndOneErrorSaysSo() throws {
        let world = try World()
        try world.addPictures(5)
        let decoder = try refusing("without-filters", in: world)
        let result = try world.photos("import", "-q", world.pictures.path, environment: ["PHOTOS_DECODER": decoder])
        #expect(result.status == 69 && result.output.isEmpty, "\(result)")
        #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains("system call filter"), "\(result)")
        #expect(try world.photos("assets", "--json").lines.isEmpty)
        let found = try world.photos("doctor", "--json", environment: ["PHOTOS_DECODER": decoder])
        #expect(found.status == 1 && (found.json["problems"] as? [String])?.count == 1, "\(found)")
    }

    @Test func fewerLocksAreToldOnceAlsoWhereQuietIsWanted() throws {
        let world = try World()
        try world.addPictures(5)
        let result = try world.photos("import", "-q", "--json", world.pictures.path, environment: ["PHOTOS_DECODER": try refusing("without-namespaces", in: world)])
        #expect(result.status == 0 && result.json["imported"] as? Int == 5, "\(result)")
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 1 && lines.allSatisfy { $0.contains("warning") && $0.contains("user namespace") && $0.contains("photos doctor") }, "\(result)")
    }
}
