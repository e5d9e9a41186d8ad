import Foundation
import LibraryEngine
import Support

/// A problem as a person sees it, who opened an address in a browser: the gallery's look without its files, which nobody gets who is not let in.
struct ProblemPage {
    let problem: Problem
    private let language: PageLanguage?

    /// - Parameter languages: what the browser asks for, as `Accept-Language` says it.
    init(_ problem: Problem, languages: String?) {
        self.problem = problem
        language = Self.languages?.preferred(languages).language
    }

    /// Those that came with the program. Without them a page says what the problem itself does.
    private static let languages = try? PageFolder.installed().languages()

    private static let style = """
        :root{color-scheme:light dark}\
        body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#fff,#111113);color:light-dark(#1b1b1f,#f2f2f4);\
        font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif}\
        main{box-sizing:border-box;max-width:36rem;padding:2rem 1.5rem}\
        h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25;text-wrap:balance}\
        p,ol{margin:0 0 1rem}p.detail{color:light-dark(#5b5d66,#a9a9b2);overflow-wrap:anywhere}ol{padding-left:1.4rem}li{margin:.35rem 0}\
        code{padding:.1em .35em;border-radius:5px;background:light-dark(#f4f4f6,#26262a);font-size:.9em;white-space:nowrap}\
        a{display:inline-block;padding:.5rem 1rem;border-radius:8px;background:light-dark(#0b5bd3,#7ab5ff);color:light-dark(#fff,#06203f);text-decoration:none}\
        a:focus-visible{outline:3px solid light-dark(#0b5bd3,#8fc2ff);outline-offset:2px}
        """

    /// What the page may use: its own style, known by its hash, and nothing else.
    static let policy: String = {
        let hash = ContentHash()
        var style = Self.style
        style.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
        let digest = Data(hash.digest() ?? []).base64EncodedString()
        return "default-src 'none'; style-src 'sha256-\(digest)'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }()

    var bytes: [UInt8] {
        let title = Self.escaped(titleText), lang = language?.locale ?? "en"
        return Array(
            """
            <!doctype html><html lang="\(lang)"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
            <meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>\(pageTitle(title))</title><style>\(Self.style)</style></head>\
            <body><main><h1>\(title)</h1>\(advice)</main></body></html>

            """.utf8)
    }

    private var titleText: String {
        guard let language, !language.isEnglish, case .text(let known)? = language.messages["problem." + problem.type.replacing("/problems/", with: "")] else {
            return problem.title
        }
        return known
    }

    private func pageTitle(_ title: String) -> String {
        language.map { Self.escaped($0.text("page.title")).replacing("{title}", with: title) } ?? title
    }

    private var advice: String {
        // What the server says closely, it says in English.
        let detail = "<p class=\"detail\" lang=\"en\">\(Self.escaped(problem.detail))</p>"
        guard let language else { return detail }
        func say(_ key: String) -> String {
            Self.escaped(language.text(key)).replacing("{command}", with: "<code>photos serve</code>").replacing("{variable}", with: "<code>PHOTOS_TOKEN</code>")
                .replacing("{option}", with: "<code>--token-file</code>")
        }
        // Who comes by a link has no gallery to go to.
        if problem.type == ShareStore.over.type { return "<p class=\"detail\">\(say("refusal.link"))</p>" }
        guard problem.status.code == 401 else { return "\(detail)<p><a href=\"/\">\(say("refusal.gallery"))</a></p>" }
        let shared = problem.type == RequestGuard.notOpened.type ? "<p>\(say("refusal.shared"))</p>" : ""
        return """
            \(shared)<p>\(say("refusal.toBeLetIn"))</p><ol><li>\(say("refusal.terminal"))</li><li>\(say("refusal.enter"))</li><li>\(say("refusal.address"))</li></ol>\
            <p class="detail">\(say("refusal.without"))</p>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}

extension Problem {
    /// Who reads what is wrong.
    enum Reader: Equatable {
        case program
        /// With what the browser says of languages.
        case person(languages: String?)
    }

    /// Type, body and rules of the answer: a page for a person, a document for a program.
    func content(for reader: Reader) -> (type: String, body: [UInt8], policy: String?) {
        guard case .person(let languages) = reader else { return ("application/problem+json", json, nil) }
        return ("text/html; charset=utf-8", ProblemPage(self, languages: languages).bytes, ProblemPage.policy)
    }
}
