import Foundation
import PhotoModel
import PhotosServer
import Testing
@testable import PhotosTool

/// What the tool says, in every language that it speaks.
@Suite struct ToolLanguageTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
    private static let names = ["de", "zh-Hans", "zh-Hant"]

    /// By language, each sentence with its forms.
    private static func phrases(_ name: String) throws -> [String: [String: String]] {
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: root.appending(path: "Sources/PhotosServer/Web/languages/\(name).json"))) as? [String: Any]
        let tool = try #require(file?["tool"] as? [String: Any])
        return tool.compactMapValues { ($0 as? [String: String]) ?? ($0 as? String).map { ["other": $0] } }
    }

    /// Text of the sources that reads like a sentence and is said to nobody, or is the same in every language.
    private static let unsaid: Set = [
        "ArgumentParser.", "Temporary.photolibrary", "getent passwd | cut -d: -f1", "photos [<options>] <command> ...", " --library {1}", "burstIdentifier == \"{1}\"",
        "photos {1}", "--where: ", "photos: ", "Error: ",
        // Of a format that can't be decoded, which programs read as well.
        "no temporary file could be made", "no temporary file could be written",
    ]

    /// All that the tool says, by its sources. Measuring is for the engineers of the tool and speaks English.
    private static func sentences() throws -> [String: String] {
        var found: [String: String] = [:]
        let folder = root.appending(path: "Sources/PhotosTool")
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for path in paths where path.hasSuffix(".swift") && !path.contains("/Bench/") {
            guard !["FormatSamples.swift", "Sidecar.swift", "ToolLanguage.swift", "Sentence.swift"].contains(where: { path.hasSuffix("/" + $0) }) else { continue }
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            for literal in SourceSentences(text).literals {
                let plain = literal.text.replacing(/\{\d+\}/, with: "")
                let isSaid = literal.before.contains(/\b(say|said|wrongUsage|note|problem)\(\s*$/)
                let isLikeOne =
                    plain.contains(/[A-Za-z]{2}/)
                    && (plain.trimmingCharacters(in: .whitespacesAndNewlines).contains(" ") || plain.contains(/^\s*[A-Z][a-z]/) || literal.text.contains(/^\{1\} [a-z]/))
                guard isSaid || isLikeOne, !unsaid.contains(literal.text), !literal.text.hasPrefix("<!doctype") else { continue }
                found[literal.text] = path
            }
            for match in text.matches(of: /(?:counted: [^,"]+|counted\([^"\n]*), "(\w[^"]*)"(?:, "([^"]*)")?\)/) {
                found["{1} " + (match.2.map(String.init) ?? "\(match.1)s")] = path
            }
        }
        for noun in ["assets", "albums", "folders"] { found["{1} \(noun)"] = "Output/ChangeDescription.swift" }
        for kind in kinds { found[kind] = "Language/ToolLanguage.swift" }
        return found
    }

    /// What tables name by the API's words in English.
    private static let kinds =
        MediaType.named.map(\.name) + MediaSubtypes.table.map(\.value) + ResourceType.named.map(\.name) + ["local", "cloud", "both", "missing", "warning", "error"]

    @Test func `tables name kinds in the user's language`() throws {
        for name in Self.names {
            let language = ToolLanguage(Localization.installed(for: [name]))
            for kind in Self.kinds where !["Video", "Audio"].contains(language.phrase(kind)) { #expect(language.phrase(kind) != kind, "\(name) \(kind)") }
        }
    }

    /// What is translated of others' sentences is what they say today: else a change of their words would go back to English without a sign.
    @Test func `the parts below say what is translated of them`() throws {
        var sources = ""
        for target in ["Query", "Adjustments", "Catalog", "Originals", "Cloud", "Support", "Importing", "Imaging", "Codecs", "Decoding", "LibraryEngine", "PhotosServer"] {
            let folder = Self.root.appending(path: "Sources/\(target)")
            for path in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? [] where path.hasSuffix(".swift") {
                sources += try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            }
        }
        // Halves of one sentence.
        sources = sources.replacing(/"\s*\+ "/, with: "").replacing("\\\"", with: "\"")
        for phrase in EngineText.book.phrases + Set(EngineText.book.parts).subtracting(SystemText.reasons) {
            // What is done to a file, and which objects have keys, is put into one sentence.
            let general = phrase.replacing(#/^Could not (read|open|list) /#, with: "Could not {0}").replacing(#/^assets /#, with: "{0}")
            for piece in general.split(separator: /\{[0-9]\}/).map({ $0.trimmingCharacters(in: .whitespaces.union(.punctuationCharacters)) }) where piece.count > 5 {
                #expect(sources.contains(piece), "nothing says “\(piece)” of “\(phrase)”")
            }
        }
    }

    /// Parts below whose every mistake is told to whoever uses the tool, not only to programs.
    @Test func `all that edits say of a mistake is translated`() throws {
        var said = 0
        for path in ["Adjustments", "LibraryEngine/Resources/PhotoLibrary+AdjustmentEdits.swift", "LibraryEngine/Resources/PhotoLibrary+Adjusting.swift"] {
            let place = Self.root.appending(path: "Sources/\(path)")
            let files = path.hasSuffix(".swift") ? [place] : try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
            for file in files where file.pathExtension == "swift" {
                for literal in SourceSentences(try String(contentsOf: file, encoding: .utf8)).literals where literal.text.contains(/[a-z] [a-z]/) && !literal.text.hasPrefix("<") {
                    said += 1
                    #expect(EngineText.book.phrases.contains(literal.text), "\(file.lastPathComponent)")
                }
            }
        }
        #expect(said > 12)
    }

    @Test func `a sentence of others is known by its words, and what stands in its places may be one too`() {
        #expect(Phrasebook.values(of: "a {1} b {2}.", in: "a x b y.") == ["x", "y"])
        #expect(Phrasebook.values(of: "{1} is {2}.", in: "it is is there.") == ["it", "is there"])
        #expect(Phrasebook.values(of: "{2} before {1}", in: "x before y") == ["y", "x"])
        #expect(Phrasebook.values(of: "{1} ends here.", in: "what ends here. ends here.") == ["what ends here."])
        for other in ["a x b y", "x b y.", "a  b .", ""] { #expect(Phrasebook.values(of: "a {1} b {2}.", in: other) == nil, "\(other)") }
        let german = ToolLanguage(Localization.installed(for: ["de"]))
        #expect(EngineText.translated("expected a comparison, found the end", in: german).contains("das Ende"))
        // What the sentence says already is not said again by the system.
        #expect(EngineText.translated("Could not read /x: it is not there. Check the path, or mount the disk it is on. (No such file or directory)", in: german).hasSuffix("."))
        #expect(EngineText.translated("something else", in: german) == "something else")
        #expect(EngineText.translated("There is no library at /x. Make one with 'photos init', or name another with --library.", in: .english).hasPrefix("There is no"))
    }

    @Test(arguments: names) func `a sentence is in one language, and so are the words of the system in it`(name: String) {
        let language = ToolLanguage(Localization.installed(for: [name]))
        let sentences = [
            "the text has no closing \"", "the text \"x\" cannot be cast to NSDate; known types are NSDate, NSNumber, NSString and NSUUID",
            "creationDate is a date and cannot be compared with the number 2020; write CAST(2020, \"NSDate\") for seconds since 2001",
            "mediaType is a whole number and cannot be compared with the text \"x\"; write it without quotes",
            "title is a text and cannot be compared with the number 5; put it in quotes", "unknown function \"foo\"; known are now, sum",
            "expected \")\" to close the parenthesis at character 1, found the end", "the pattern of MATCHES, \"(\", is no valid regular expression",
            "assets have no key \"x\". Known keys: creationDate or dateCreated, duration",
            "is not there; import the file again, or 'photos verify --repair --from FOLDER' with a copy of it",
            "has 3 bytes instead of 4; import a good copy, or 'photos verify --repair --from FOLDER' with one",
            "/x.jpg came in, but a part of it can't be read: Premature end of JPEG file.",
            "/x.jpg came in, but a part of it can't be read: only the small picture that it carries of itself can be shown.",
            "/x is there already. Choose another name, or a folder.",
            "The disk is full: /x can't be written, so the change could not be taken back and was not made. Free some space and try again.",
            "/x is not a photo catalogue: the file is not a database. Choose another library, or make it again from the library's record or a snapshot with 'photos recover'.",
        ]
        for sentence in sentences {
            let said = EngineText.translated(sentence, in: language)
            #expect(said != sentence)
            for english in [" is ", " the ", " or ", "found ", "number", "Premature", "closing", "database."] where said != sentence { #expect(!said.contains(english), "\(said)") }
        }
        // A part of a sentence is none.
        #expect(EngineText.translated("the text \"x\" is something else", in: language) == "the text \"x\" is something else")
        #expect(EngineText.translation(of: "the end", in: language) == nil)
    }

    @Test(arguments: names) func `the parser's mistakes and the engine's are told in a language`(name: String) throws {
        let world = try World(), words = name == "de" ? ["de_DE.UTF-8"] : name == "zh-Hans" ? ["zh_CN.UTF-8"] : ["zh_TW.UTF-8"]
        let environment = ["LC_ALL": words[0]]
        let wrong: [[String]] = [
            ["assets", "--limit"], ["assets", "--limit", "x"], ["import", "--copy", "--link", "x"], ["image", "x"], ["export", "--version", "x"], ["assets", "--hiden"], ["show"],
            ["assets", "a", "b"], ["--json=3", "assets"], ["help", "nonsense"], ["assets"], ["init", world.folder.path], ["--library", "/dev/null", "assets"],
        ]
        for arguments in wrong {
            let said = try Tool.run(arguments, library: arguments.contains("--library") || arguments.first == "init" ? nil : world.library, environment: environment)
            #expect(said.status >= 64)
            // Options, commands and paths are the same in every language; a sentence is not.
            for english in ["Error", "Help:", "Usage", " for ", " is ", " the ", "Missing", "There"] { #expect(!said.errors.contains(english), "\(said.errors)") }
        }
        #expect(try world.photos("init").status == 0)
        for condition in ["mediaType ==", "", "mediaTyp == 1", "mediaType == 1 duration"] {
            let said = try world.photos("assets", "--where", condition, environment: environment)
            #expect(said.status == 64 && !said.errors.contains("expected") && !said.errors.contains("have no key") && !said.errors.contains("write"), "\(said.errors)")
        }
    }

    @Test(arguments: names) func `a language says all that the tool says, and nothing that it doesn't`(name: String) throws {
        let sentences = try Self.sentences(), phrases = try Self.phrases(name)
        #expect(sentences.count > 350)
        let missing = sentences.filter { phrases[$0.key] == nil }
        #expect(missing.isEmpty, "\(missing)")
        #expect(Set(phrases.keys).subtracting(sentences.keys) == [])
        for (sentence, forms) in phrases {
            let places = Set(sentence.matches(of: /\{\d+\}/).map { String($0.0) })
            for form in forms.values { #expect(Set(form.matches(of: /\{\d+\}/).map { String($0.0) }) == places, "\(name): \(form)") }
        }
    }

    @Test func `a sentence is found by what stands in its source`() {
        let source = #"""
            say("Made \(safe(path, "x")) for \(who)."); note("One \(a), "
                + "two \(b).") // "no"
            let text = say("""
                First \
                goes on.
                  Second "\(c)".
                """)
            """#
        #expect(SourceSentences(source).literals.map(\.text) == ["Made {1} for {2}.", "One {1}, two {2}.", "First goes on.\n  Second \"{1}\"."])
        let one: Sentence = "One \(1), " + "two \(2)."
        #expect(one.key == "One {1}, two {2}.")
        #expect(one.text(in: .english) == "One 1, two 2.")
    }

    @Test func `places are filled in as a language orders them, and what is put in is not looked at again`() {
        #expect(ToolLanguage.english.filled("{2} vor {1}{3}{x}{", ["{2}", "b"]) == "b vor {2}{3}{x}{")
    }

    @Test(arguments: [
        ("de_DE.UTF-8", "", "Mediathek"), ("de_AT.UTF-8@euro", "", "Mediathek"), ("zh_CN.UTF-8", "", "图库"), ("zh_TW.UTF-8", "", "圖庫"), ("zh_HK.UTF-8", "", "圖庫"),
        ("C.UTF-8", "de", "library"), ("POSIX", "", "library"), ("en_US.UTF-8", "", "library"), ("fr_FR.UTF-8", "", "library"), ("en_GB.UTF-8", "de:en", "Mediathek"),
        ("fr_FR.UTF-8", "zh_TW", "圖庫"), ("", "", "library"),
    ]) func `the language is the one that the environment names`(locale: String, language: String, word: String) throws {
        for arguments in [[], ["import", "--help"]] {
            let said = try Tool.run(arguments, environment: ["LC_ALL": locale, "LC_MESSAGES": "", "LANG": "", "LANGUAGE": language, "HOME": "/nowhere"])
            #expect(said.status == 0)
            #expect(said.output.contains(word), "\(said.output)")
        }
    }

    @Test func `copies are looked for in a folder that is there, and an album has a title`() throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        let repaired = try world.photos("verify", "--repair", "--from", "/nope")
        #expect(repaired.status == 65 && repaired.errors.contains("/nope") && repaired.output.isEmpty, "\(repaired)")
        for arguments in [["create", ""], ["create", " "]] {
            let said = try Tool.run(["album"] + arguments, library: world.library)
            #expect(said.status == 64 && said.errors.contains("title"), "\(said)")
        }
        #expect(try world.photos("album", "create", "A").status == 0)
        #expect(try world.photos("album", "rename", "A", "").status == 64)
        #expect(try world.photos("albums").output.contains("A"))
    }

    @Test func `what programs read is the same in every language, and what people read is not`() throws {
        let world = try World()
        let german = ["LC_ALL": "de_DE.UTF-8"]
        let made = try Tool.run(["init"], library: world.library, environment: german)
        #expect(made.output.contains("photos import --library"))
        try world.addPictures(2)
        let imported = try Tool.run(["import", world.pictures.path, "/nowhere/b.jpg", "--album", "Alt"], library: world.library, environment: german)
        #expect(imported.status == 1)
        for command in [["assets"], ["albums", "--moments"], ["changes"], ["access", "list"], ["verify"], ["doctor"]] {
            let english = try Tool.run(command, library: world.library), german = try Tool.run(command, library: world.library, environment: german)
            if command != ["changes"] || !english.output.isEmpty { #expect(english.output != german.output || english.output.isEmpty, "\(command)") }
            func json(_ environment: [String: String]) throws -> String {
                try Tool.run(command + ["--json"], library: world.library, environment: environment).output.replacing(/"seconds":[\d.]+/, with: "")
            }
            #expect(try json([:]) == json(["LC_ALL": "de_DE.UTF-8"]), "\(command)")
        }
        let wrong = try Tool.run(["assets", "--nothing"], library: world.library, environment: german)
        #expect(wrong.status == 64)
        #expect(wrong.errors.hasPrefix("photos: Unbekannte Option"))
        #expect(wrong.errors.contains("„photos assets --help“"))
    }
}
