import Foundation

extension Page {
    /// No window of the system's opens where the page asks for files: tests choose them by `Element.choose`.
    package func keepChoosersClosed() async throws { try await send("Page.setInterceptFileChooserDialog", ["enabled": true]) }

    /// Drags files and folders of this machine to a place, as from a file manager, and lets go of them there where wanted.
    package func drag(_ paths: [String], to x: Double, _ y: Double, drops: Bool = true) async throws {
        for type in ["dragEnter", "dragOver"] + (drops ? ["drop"] : []) {
            try await send(
                "Input.dispatchDragEvent",
                [
                    "type": .string(type), "x": .number(x), "y": .number(y),
                    "data": ["items": [], "files": .array(paths.map { .string($0) }), "dragOperationsMask": 1],
                ])
        }
    }

    /// How many bytes a second the page may send.
    package func limitSending(to bytes: Double?) async throws {
        try await send(
            "Network.emulateNetworkConditions", ["offline": false, "latency": .number(0), "downloadThroughput": .number(-1), "uploadThroughput": .number(bytes ?? -1)])
    }
}

extension Element {
    /// Chooses files of this machine in a field for files.
    package func choose(_ paths: [String]) async throws {
        try await page.send("DOM.setFileInputFiles", ["files": .array(paths.map { .string($0) }), "objectId": .string(object)])
    }
}
