import Foundation

/// Base 64 with `-` and `_` and without padding: one word to every shell and URL.
package enum URLSafeBase64 {
    package static func text(of data: Data) -> String {
        String(
            data.base64EncodedString().compactMap { letter in
                switch letter {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: letter
                }
            })
    }

    /// `nil` for what is no such text.
    package static func data(from text: String) -> Data? {
        guard text.utf8.count % 4 != 1 else { return nil }
        let letters = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return Data(base64Encoded: letters + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }
}
