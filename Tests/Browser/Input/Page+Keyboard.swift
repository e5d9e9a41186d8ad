import Foundation

extension Page {
    /// Presses keys one after the other, as a keyboard does: `"Tab"`, `"Shift+ArrowRight"`, `"Control+z"`, `"?"`.
    package func press(_ keys: String...) async throws {
        for key in keys { try await press(key) }
    }

    /// Presses a key again and again.
    package func press(_ key: String, times: Int) async throws {
        for _ in 0..<times { try await press(key) }
    }

    /// Types text into whatever has the focus, one key after the other.
    package func type(_ text: String) async throws {
        for character in text {
            if let key = Key(String(character)) {
                try await strike(key, key.isShifted ? .shift : [])
            } else {
                // No key of an English keyboard makes it: it comes as from an input method.
                try await send("Input.insertText", ["text": .string(String(character))])
            }
        }
    }

    package func keyDown(_ name: String, _ modifiers: Modifiers = []) async throws {
        guard let key = Key(name) else { throw BrowserError("No key is called \(name)") }
        try await send(down: key, modifiers)
    }

    package func keyUp(_ name: String, _ modifiers: Modifiers = []) async throws {
        guard let key = Key(name) else { throw BrowserError("No key is called \(name)") }
        try await send("Input.dispatchKeyEvent", .object(key.parameters(modifiers).merging(["type": "keyUp"]) { $1 }))
    }

    private func press(_ combination: String) async throws {
        // The last part is the key, which may be a plus sign itself.
        var parts = combination.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        if combination.hasSuffix("+") { parts = Array(parts.dropLast(2)) + ["+"] }
        var modifiers: Modifiers = []
        for part in parts.dropLast() {
            switch part {
            case "Shift": modifiers.insert(.shift)
            case "Control": modifiers.insert(.control)
            case "Alt": modifiers.insert(.alt)
            case "Meta": modifiers.insert(.meta)
            default: throw BrowserError("No key is called \(part)")
            }
        }
        let last = parts.last.map { modifiers.contains(.shift) && $0.count == 1 ? $0.uppercased() : $0 }
        guard let key = last.flatMap({ Key($0) }) else { throw BrowserError("No key is called \(combination)") }
        if key.isShifted { modifiers.insert(.shift) }
        try await strike(key, modifiers)
    }

    private func strike(_ key: Key, _ modifiers: Modifiers) async throws {
        try await send(down: key, modifiers)
        try await send("Input.dispatchKeyEvent", .object(key.parameters(modifiers).merging(["type": "keyUp"]) { $1 }))
    }

    private func send(down key: Key, _ modifiers: Modifiers) async throws {
        var parameters = key.parameters(modifiers)
        if let text = key.text, modifiers.isDisjoint(with: [.control, .alt, .meta]) {
            parameters["text"] = .string(text)
            parameters["type"] = "keyDown"
        } else {
            parameters["type"] = "rawKeyDown"
        }
        try await send("Input.dispatchKeyEvent", .object(parameters))
    }
}

/// A key of an English keyboard.
private struct Key {
    let key: String
    let code: String
    let number: Int
    let text: String?
    let isShifted: Bool

    func parameters(_ modifiers: Modifiers) -> [String: JSON] {
        [
            "key": .string(key), "code": .string(code), "windowsVirtualKeyCode": .number(Double(number)),
            "modifiers": .number(Double(modifiers.rawValue)),
        ]
    }

    private static let named: [String: (code: String, number: Int, text: String?)] = [
        "Enter": ("Enter", 13, "\r"), "Escape": ("Escape", 27, nil), "Tab": ("Tab", 9, nil), "Backspace": ("Backspace", 8, nil),
        "Delete": ("Delete", 46, nil), "ArrowLeft": ("ArrowLeft", 37, nil), "ArrowUp": ("ArrowUp", 38, nil), "ArrowRight": ("ArrowRight", 39, nil),
        "ArrowDown": ("ArrowDown", 40, nil), "Home": ("Home", 36, nil), "End": ("End", 35, nil), "PageUp": ("PageUp", 33, nil),
        "PageDown": ("PageDown", 34, nil), "F2": ("F2", 113, nil), "F10": ("F10", 121, nil), "ContextMenu": ("ContextMenu", 93, nil),
        "Shift": ("ShiftLeft", 16, nil), "Control": ("ControlLeft", 17, nil),
    ]

    /// Signs, the key that makes them, and whether with Shift.
    private static let signs: [Character: (code: String, number: Int, isShifted: Bool)] = [
        "-": ("Minus", 189, false), "_": ("Minus", 189, true), "=": ("Equal", 187, false), "+": ("Equal", 187, true), "/": ("Slash", 191, false),
        "?": ("Slash", 191, true), ".": ("Period", 190, false), ",": ("Comma", 188, false), "'": ("Quote", 222, false), "\"": ("Quote", 222, true),
        ";": ("Semicolon", 186, false), ":": ("Semicolon", 186, true), "[": ("BracketLeft", 219, false), "]": ("BracketRight", 221, false),
        "!": ("Digit1", 49, true), "(": ("Digit9", 57, true), ")": ("Digit0", 48, true), "&": ("Digit7", 55, true), "<": ("Comma", 188, true),
        ">": ("Period", 190, true), " ": ("Space", 32, false),
    ]

    init?(_ name: String) {
        if let found = Self.named[name] {
            (key, code, number, text, isShifted) = (name, found.code, found.number, found.text, false)
        } else if name == "Space" {
            (key, code, number, text, isShifted) = (" ", "Space", 32, " ", false)
        } else if let character = name.first, name.count == 1, let sign = Self.signs[character] {
            (key, code, number, text, isShifted) = (name, sign.code, sign.number, name, sign.isShifted)
        } else if let character = name.first, name.count == 1, character.isASCII, let ascii = Character(character.uppercased()).asciiValue {
            guard character.isLetter || character.isNumber else { return nil }
            (key, text, isShifted, number) = (name, name, character.isUppercase, Int(ascii))
            code = (character.isLetter ? "Key" : "Digit") + character.uppercased()
        } else {
            return nil
        }
    }
}
