import Foundation

/// A page's modules as two scripts: what the first screen needs, and what is imported later. Pictures are there a tenth of a second sooner than when a browser fetches
/// and links seventy files, preloads and all; and what is not needed yet is two fifths of the text that a browser would read before anything else.
///
/// Each module becomes a function that is called once, after those which it imports, and gives its exports back. The modules stay what
/// they are written as, and each is served by its own address too. Only the forms of `import` and `export` that the pages use are known;
/// another one is an error that names its file, since a page that half works is worse than none.
struct JoinedModules {
    private let modules: [String: ModuleText]
    /// The second script's name beside the first.
    private var later = ""
    private var order: [String] = []
    /// Modules of the first script, which stand before the others.
    private var firsts = 0
    private var states: [String: State] = [:]

    private enum State { case open, done }

    /// A page's two scripts.
    struct Scripts {
        let first: String
        /// `nil` where nothing is imported later.
        let later: String?
    }

    /// - Parameter sources: modules by their paths in the pages' folder.
    init(_ sources: [String: String]) { modules = sources.mapValues { ModuleText($0) } }

    /// The scripts that do what the module `first` does. A page's scripts share the modules, which are cut once.
    /// - Parameter later: the name of the second one, which is served beside the first.
    func scripts(from first: String, later: String) throws(ServerError) -> Scripts {
        var modules = self
        modules.later = later
        try modules.visit(first, from: nil)
        modules.firsts = modules.order.count
        // What is imported later may import others later: the order grows meanwhile.
        var at = 0
        while at < modules.order.count {
            let path = modules.order[at]
            for address in modules.modules[path]?.laterAddresses ?? [] { try modules.visit(Self.resolved(address, from: path), from: path) }
            at += 1
        }
        let functions = try modules.order.map { path throws(ServerError) in try modules.function(of: path) }
        let rest = functions.dropFirst(modules.firsts)
        return Scripts(
            first: "const modules = globalThis.modulesOfThePage = [];\n" + functions.prefix(modules.firsts).joined(),
            later: rest.isEmpty ? nil : "const modules = globalThis.modulesOfThePage;\n" + rest.joined())
    }

    /// Lists what a module needs at once before the module itself.
    private mutating func visit(_ path: String, from importer: String?) throws(ServerError) {
        switch states[path] {
        case .done: return
        case .open: throw Self.fault(importer ?? path, "imports \(path), which imports it: modules that need each other can't be joined")
        case nil: break
        }
        guard let module = modules[path] else { throw Self.fault(importer ?? path, "needs \(path), which is not there") }
        states[path] = .open
        for address in module.addresses { try visit(Self.resolved(address, from: path), from: path) }
        states[path] = .done
        order.append(path)
    }

    private func function(of path: String) throws(ServerError) -> String {
        let module = modules[path]
        if let line = module?.unknownLine { throw Self.fault(path, "says “\(line)”, a form that can't be joined") }
        var body = "", exported: [String] = []
        for piece in module?.pieces ?? [] {
            switch piece {
            case .text(let text): body += text
            case .wholeImport(let name, let address): body += "const \(name) = modules[\(index(of: address, from: path))];\n"
            case .namedImport(let names, let address):
                body += "const {\(names.replacing(" as ", with: ": "))} = modules[\(index(of: address, from: path))];\n"
            case .laterImport(let address):
                let number = index(of: address, from: path)
                body += number < firsts ? "Promise.resolve(modules[\(number)])" : "import(\"./\(later)\").then(() => modules[\(number)])"
            case .export(let kind, let name):
                exported.append(name)
                body += "\(kind) \(name)"
            }
        }
        let number = index(of: path)
        return "// \(path)\nmodules[\(number)] = (() => {\n\(body)\nreturn { \(exported.joined(separator: ", ")) };\n})();\n"
    }

    private func index(of path: String) -> Int { order.firstIndex(of: path) ?? order.count }
    private func index(of named: String, from path: String) -> Int { index(of: Self.resolved(named, from: path)) }

    /// `../api.js` of `js/shell/acts.js` is `js/api.js`.
    private static func resolved(_ named: String, from path: String) -> String {
        var parts = path.split(separator: "/").dropLast()
        for part in named.split(separator: "/") where part != "." {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    private static func fault(_ path: String, _ what: String) -> ServerError {
        ServerError(.pagesMissing, "The gallery's page \(path) \(what). Put the folder OpenPhotoKit_PhotosServer.resources beside the program again.")
    }
}
