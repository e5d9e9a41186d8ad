// photo-collect: asks for up to nine photos over HTTP, and saves the files of what was chosen as they came in. It needs no library, and nothing but Foundation.
//
// usage: photo-collect http://127.0.0.1:8420 TOKEN-FILE FOLDER
//
// TOKEN-FILE is what `photos serve --token-file` was given. Docs/Picker.md has what is asked here and what is answered.
import Foundation
import FoundationNetworking

/// A picker that was asked for.
private struct Begun: Decodable {
    let id: String, token: String, url: String
}

/// How it stands, and what was chosen there.
private struct Picker: Decodable {
    struct Item: Decodable {
        struct Resource: Decodable {
            let filename: String, sha256: String
        }

        struct Addresses: Decodable {
            let resources: [String]
        }

        let index: Int, isGone: Bool
        let resources: [Resource]?
        let urls: Addresses?
    }

    let state: String
    let items: [Item]
}

private struct Failure: Error {
    let message: String
    init(_ message: String) { self.message = message }
}

/// Hands on what comes of an answer that takes as long as the person does.
private final class Following: NSObject, URLSessionDataDelegate, Sendable {
    private let piece: AsyncThrowingStream<Data, any Error>.Continuation

    init(_ piece: AsyncThrowingStream<Data, any Error>.Continuation) { self.piece = piece }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { piece.yield(data) }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) { piece.finish(throwing: error) }
}

private struct Server: Sendable {
    let address: URL

    /// - Parameter path: as the server's answers have it, from its root.
    private func request(_ path: String, _ token: String, _ body: Data? = nil) throws -> URLRequest {
        guard let url = URL(string: path, relativeTo: address)?.absoluteURL else { throw Failure("\(path) is no address.") }
        var request = URLRequest(url: url)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        guard let body else { return request }
        (request.httpMethod, request.httpBody) = ("POST", body)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return request
    }

    /// What is answered, and its ETag.
    func ask(_ path: String, _ token: String, _ body: Data? = nil) async throws -> (data: Data, tag: String) {
        let request = try request(path, token, body)
        return try await withCheckedThrowingContinuation { done in
            URLSession.shared.dataTask(with: request) { data, response, error in
                guard let data, let response = response as? HTTPURLResponse else {
                    return done.resume(throwing: error ?? Failure("\(path) was not answered."))
                }
                guard response.statusCode == 200 else {
                    return done.resume(throwing: Failure("\(path) was refused: \(String(decoding: data, as: UTF8.self))"))
                }
                done.resume(returning: (data, response.value(forHTTPHeaderField: "ETag") ?? ""))
            }.resume()
        }
    }

    /// Follows a picker's events until the person has chosen, or nobody will any more.
    func waitForAnswer(of picker: String, _ token: String) async throws {
        let (pieces, piece) = AsyncThrowingStream<Data, any Error>.makeStream()
        let session = URLSession(configuration: .ephemeral, delegate: Following(piece), delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        var request = try request(picker + "/events", token)
        // A comment comes every 15 seconds; the picker itself ends after an hour.
        request.timeoutInterval = 3_600
        session.dataTask(with: request).resume()
        var told = ""
        for try await piece in pieces {
            told += String(decoding: piece, as: UTF8.self)
            if ["confirmed", "cancelled", "ended"].contains(where: { told.contains("\"state\":\"\($0)\"") }) { return }
        }
        throw Failure("The server hung up before anybody had chosen: \(told.prefix(300))")
    }
}

/// Saves the files of what was chosen, each as it came in: of a Live Photo its movie as well, of a RAW pair both pictures.
private func save(_ items: [Picker.Item], to folder: URL, from server: Server, _ token: String) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Of what was deleted since nothing but its number is told.
    for item in items where !item.isGone {
        for (resource, path) in zip(item.resources ?? [], item.urls?.resources ?? []) {
            let (data, tag) = try await server.ask(path, token)
            guard tag == "\"\(resource.sha256)\"" else { throw Failure("\(resource.filename) has changed while it was asked for.") }
            let file = folder.appendingPathComponent("\(item.index + 1)-\(resource.filename.replacingOccurrences(of: "/", with: "_"))")
            try data.write(to: file, options: .atomic)
            print(file.path)
        }
    }
}

private func fail(_ message: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("photo-collect: \(message)\n".utf8))
    exit(status)
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let address = URL(string: arguments[1]) else { fail("usage: photo-collect SERVER TOKEN-FILE FOLDER", 64) }
guard let owner = try? String(contentsOfFile: arguments[2], encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines) else {
    fail("\(arguments[2]) can't be read. Name the file that `photos serve --token-file` was given.", 66)
}
do {
    let server = Server(address: address), wish = Data(#"{"limit": 9, "filter": "images", "ordered": true, "title": "Photos to save"}"#.utf8)
    let begun = try JSONDecoder().decode(Begun.self, from: try await server.ask("/api/picker/sessions", owner, wish).data)
    // From here on the picker's own token is enough, and opens nothing else.
    let path = "/api/picker/sessions/\(begun.id)"
    FileHandle.standardError.write(Data("Choose at \(begun.url)\n".utf8))
    try await server.waitForAnswer(of: path, begun.token)
    let picker = try JSONDecoder().decode(Picker.self, from: try await server.ask(path, begun.token).data)
    guard picker.state == "confirmed" else { fail("Nothing was chosen.", 1) }
    try await save(picker.items, to: URL(fileURLWithPath: arguments[3]), from: server, begun.token)
    _ = try await server.ask(path + "/end", begun.token, Data("{}".utf8))
} catch let failure as Failure {
    fail(failure.message, 69)
} catch {
    fail(error.localizedDescription, 69)
}
