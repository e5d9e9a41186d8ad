import Foundation
import Originals

/// A problem as a person sees it, who opened an address in a browser: the gallery's look without its files, which nobody gets who is not let in.
struct ProblemPage {
    let problem: Problem

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
        let digest = Data(hash.finish() ?? []).base64EncodedString()
        return "default-src 'none'; style-src 'sha256-\(digest)'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }()

    var bytes: [UInt8] {
        let title = Self.escaped(problem.title)
        return Array("""
            <!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
            <meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>\(title) – Photos</title><style>\(Self.style)</style></head>\
            <body><main><h1>\(title)</h1>\(advice)</main></body></html>

            """.utf8)
    }

    private var advice: String {
        guard problem.status.code == 401 else { return "<p class=\"detail\">\(Self.escaped(problem.detail))</p><p><a href=\"/\">Open the gallery</a></p>" }
        return """
            <p>This gallery shows its photos to the browsers that its owner lets in. To let this one in:</p>\
            <ol><li>Go to the terminal in which <code>photos serve</code> runs.</li><li>Press Enter there: it prints another address.</li>\
            <li>Open that address in this browser, within ten minutes. It is good once.</li></ol>\
            <p class="detail">Without a terminal, start <code>photos serve</code> again. Programs send the token of <code>PHOTOS_TOKEN</code> or <code>--token-file</code>.</p>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}

extension Problem {
    /// Type, body and rules of the answer: a page for a person, a document for a program.
    func content(forPerson: Bool) -> (type: String, body: [UInt8], policy: String?) {
        guard forPerson else { return ("application/problem+json", json, nil) }
        return ("text/html; charset=utf-8", ProblemPage(problem: self).bytes, ProblemPage.policy)
    }
}
