import Foundation

/// A page's modules as one script: pictures are there a tenth of a second sooner than when a browser fetches and links seventy files, preloads and all.
///
/// Each module becomes a function that is called once, after those which it imports, and gives its exports back. The modules stay what
/// they are written as, and each is served by its own address too. Only the forms of `import` and `export` that the pages use are known;
/// another one is an error that names its file, since a page that half works is worse than none.
struct JoinedModules {
    private let sources: [String: String]
    private var order: [String] = []
    private var states: [String: State] = [:]

    private enum State { case open, done }

    /// - Parameter sources: modules by their paths in the pages' folder.
    init(_ sources: [String: String]) { self.sources = sources }

    /// The script that does what the module `first` does.
    static func script(from first: String, of sources: [String: String]) throws(ServerError) -> String {
        var modules = JoinedModules(sources)
        try modules.visit(first, from: nil)
        var script = "const modules = [];\n"
        for path in modules.order { script += try modules.function(of: path) }
        return script
    }

    /// Lists what a module needs before the module itself.
    private mutating func visit(_ path: String, from importer: String?) throws(ServerError) {
        switch states[path] {
        case .done: return
        case .open: throw Self.fault(importer ?? path, "imports \(path), which imports it: modules that need each other can't be joined")
        case nil: break
        }
        guard let source = sources[path] else { throw Self.fault(importer ?? path, "needs \(path), which is not there") }
        states[path] = .open
        for match in source.matches(of: Self.imports) { try visit(Self.resolved(match.3, from: path), from: path) }
        for match in source.matches(of: Self.laterImports) { try visit(Self.resolved(match.1, from: path), from: path) }
        states[path] = .done
        order.append(path)
    }

    private func function(of path: String) throws(ServerError) -> String {
        var exported: [String] = []
        let body = sources[path, default: ""]
            .replacing(Self.imports) { match in
                let module = "modules[\(place(of: match.3, from: path))]"
                if let whole = match.1 { return "const \(whole) = \(module);\n" }
                return "const {\((match.2 ?? "").replacing(" as ", with: ": "))} = \(module);\n"
            }
            .replacing(Self.laterImports) { match in "Promise.resolve(modules[\(place(of: match.1, from: path))])" }
            .replacing(Self.exports) { match in
                exported.append(String(match.2))
                return "\(match.1) \(match.2)"
            }
        if let left = body.firstMatch(of: /(?m)^(?:import|export)\b.*$/) { throw Self.fault(path, "says “\(left.0)”, a form that can't be joined") }
        let number = place(of: path)
        return "// \(path)\nmodules[\(number)] = (() => {\n\(body)\nreturn { \(exported.joined(separator: ", ")) };\n})();\n"
    }

    private func place(of path: String) -> Int { order.firstIndex(of: path) ?? order.count }
    private func place(of named: Substring, from path: String) -> Int { place(of: Self.resolved(named, from: path)) }

    /// `../api.js` of `js/shell/acts.js` is `js/api.js`.
    private static func resolved(_ named: Substring, from path: String) -> String {
        var parts = path.split(separator: "/").dropLast()
        for part in named.split(separator: "/") where part != "." {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    private static func fault(_ path: String, _ what: String) -> ServerError {
        ServerError(.pagesMissing, "The gallery's page \(path) \(what). Put the folder OpenPhotoKit_PhotosServer.resources beside the program again.")
    }

    // Guarded by immutability. Names are taken out of `{…}`, or `* as name`; the address is the last part.
    private nonisolated(unsafe) static let imports = /(?m)^import (?:\* as ([\w$]+)|\{([^}]*)\}) from "([^"]+)";[^\n]*\n/
    // Guarded by immutability.
    private nonisolated(unsafe) static let laterImports = /\bimport\("([^"]+)"\)/
    // Guarded by immutability. `let` is left out: who imports it would see its first value only.
    private nonisolated(unsafe) static let exports = /(?m)^export ((?:async )?(?:class|function|const)\*?) ([\w$]+)/
}
