import Browser

extension Page {
    /// Parts that a screen reader can't name or tell apart.
    func namelessParts() async throws -> [String] {
        let nodes = try await accessibleNodes()
        let named: Set = [
            "button", "link", "textbox", "searchbox", "combobox", "slider", "treeitem", "gridcell", "menuitem", "checkbox", "switch", "tab", "image",
            "grid", "tree", "dialog", "navigation", "toolbar", "scrollbar", "option", "listbox",
        ]
        var faults = nodes.filter { named.contains($0.role) && $0.name.isEmpty }.map { "a \($0.role) has no name" }
        // What takes the focus says what it is.
        faults += nodes.filter { node in
            node.properties["focusable"] == .bool(true) && ["generic", "none", ""].contains(node.role)
        }.map { "a focusable part has no role (“\($0.name)”)" }
        // What is modal hides the rest of the page, which is inert then.
        let isModal: Bool = try await evaluate("document.querySelector('dialog[open], #viewer:not([hidden]), #sidebar.open') !== null")
        let mains = nodes.count { $0.role == "main" }
        if mains != (isModal ? 0 : 1) { faults.append("there are \(mains) main landmarks") }
        return faults
    }
}
