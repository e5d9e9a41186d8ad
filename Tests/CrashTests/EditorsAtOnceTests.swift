import Foundation
import TestSupport
import Testing

/// Two applications that save an edit of one asset at the same moment.
@Suite(.serialized, .timeLimit(.minutes(30))) struct EditorsAtOnceTests {
    private static let rounds = max(20, ImportCrashTests.kills / 10)

    /// An application that is told when to save.
    private final class Editor {
        private let process = Process(), input = Pipe(), output = Pipe()

        init(_ words: [String]) throws {
            process.executableURL = Tool.products.appending(path: "EditingProgram")
            process.arguments = words
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        /// The next line that it says, waited for; `nil` where it says nothing more.
        func line() -> String? {
            var line = Data()
            while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte.count == 1, byte != Data("\n".utf8) { line += byte }
            return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        }

        func goOn() { input.fileHandleForWriting.write(Data("go on\n".utf8)) }

        func end() -> Int32 {
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    /// One edit is there, whole, and whoever made the other is told, and has kept what it made.
    @Test func ofTwoThatSaveAtOnceOneIsTold() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let library = world.library(0), picture = world.folder.appending(path: "IMG_1.JPG"), program = Tool.products.appending(path: "EditingProgram").path
        try Picture.jpeg(width: 160, height: 120, seed: 1).write(to: picture)
        #expect(try Tool.photos(["--library", library.path, "init"]).status == 0)
        #expect(try Tool.run(program, [library.path, "add", picture.path]).status == 0)
        for round in 0..<Self.rounds {
            let recipes = ["one of \(round)", "other of \(round)"]
            let renderings = try recipes.enumerated().map { index, recipe in
                let file = world.folder.appending(path: "\(recipe).jpg")
                try Picture.jpeg(width: 160, height: 120, seed: UInt64(round * 2 + index + 2)).write(to: file)
                return file
            }
            let editors = try zip(recipes, renderings).map { try Editor([library.path, "meet", $0, $1.path]) }
            for editor in editors { try #require(editor.line() == "ready") }
            for editor in editors { editor.goOn() }
            let said = editors.map { $0.line() ?? "" }
            #expect(editors.map { $0.end() } == [0, 0] && said.sorted() == ["saved", "told"], "round \(round): \(said)")
            let state = try EditedState(of: library, rendering: 5), saved = try #require(said.firstIndex(of: "saved"))
            #expect(try state.recipe == recipes[saved] && state.rendering == Data(contentsOf: renderings[saved]) && state.kinds == [1, 5, 7], "round \(round): \(state)")
        }
        try world.expectSound(library, "after \(Self.rounds) rounds", pictures: 3)
    }
}
