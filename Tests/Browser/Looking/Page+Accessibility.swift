import Foundation

/// What a screen reader is told of a part of the page.
package struct AccessibleNode: Sendable {
    package let role: String
    package let name: String
    package let details: String
    package let value: String?
    /// Such as `focusable`, `selected`, `expanded`.
    package let properties: [String: JSON]
    package let children: [String]
    let identifier: String
    let element: Int?
}

extension Page {
    /// Everything that a screen reader is told of, in the order of the document.
    package func accessibleNodes() async throws -> [AccessibleNode] {
        struct Tree: Decodable { let nodes: [Node] }
        struct Node: Decodable {
            struct Value: Decodable { let value: JSON? }
            struct Property: Decodable { let name: String, value: Value }
            let nodeId: String, ignored: Bool, role: Value?, name: Value?, description: Value?, value: Value?
            let properties: [Property]?, childIds: [String]?, backendDOMNodeId: Int?
        }
        let tree = try await send("Accessibility.getFullAXTree", as: Tree.self)
        return tree.nodes.filter { !$0.ignored }.map { node in
            AccessibleNode(
                role: node.role?.value?.text ?? "", name: node.name?.value?.text ?? "", details: node.description?.value?.text ?? "",
                value: node.value?.value?.text, properties: Dictionary((node.properties ?? []).map { ($0.name, $0.value.value ?? .null) }) { $1 },
                children: node.childIds ?? [], identifier: node.nodeId, element: node.backendDOMNodeId)
        }
    }

    /// The only part with this role and name that can be seen, waited for; the names of those with this role are in the error.
    /// - Parameters:
    ///   - name: matched as a whole, or by what is given as a pattern.
    ///   - limit: seconds. Generous: it is reached only where something is broken.
    package func element(role: String, name: @Sendable (String) -> Bool, _ shown: String = "", limit: Double = 60) async throws -> Element {
        struct Resolved: Decodable {
            struct Object: Decodable { let objectId: String }
            let object: Object
        }
        let end = Date.now + limit
        while true {
            let nodes = try await accessibleNodes().filter { $0.role == role }
            // What was told of may be gone from the document by then, and another one be there for it.
            if let identifier = nodes.first(where: { name($0.name) })?.element,
                let resolved = try? await send("DOM.resolveNode", ["backendNodeId": .number(Double(identifier))], as: Resolved.self)
            {
                return Element(page: self, object: resolved.object.objectId, shown: "\(role) \(shown)")
            }
            guard Date.now < end else {
                throw BrowserError("No \(role) \(shown) is there; there are: \(nodes.prefix(40).map { "“\($0.name)”" }.joined(separator: ", "))")
            }
            _ = try? await run("await new Promise(resolve => setTimeout(resolve, 20))")
        }
    }

    package func element(role: String, name: String) async throws -> Element { try await element(role: role, name: { $0 == name }, "“\(name)”") }
}
