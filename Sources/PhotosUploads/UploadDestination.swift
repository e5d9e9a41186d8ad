import Foundation
import FoundationNetworking

/// A request as the library keeps it: address, method, header fields and patience. The body is the file.
struct UploadDestination: Codable {
    private var url: URL
    private var method: String
    private var headers: [String: String]
    private var timeout: Double

    /// What stands for the destination of a download.
    static var nowhere: URLRequest { URLRequest(url: URL(string: "about:blank") ?? URL(fileURLWithPath: "/")) }

    /// - Throws: a `PHPhotosError` for what can't be sent to.
    static func write(_ request: URLRequest) throws -> Data {
        guard let url = request.url, let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), url.host?.isEmpty == false else {
            throw PHPhotosError(
                code: .changeNotSupported, message: "\(request.url?.absoluteString ?? "A request without an address") is nowhere to send a file to. Use an http or https address.")
        }
        // A request that says nothing has the method of one that reads.
        let method = request.httpMethod.map { $0 == "GET" ? "PUT" : $0 } ?? "PUT"
        let destination = UploadDestination(url: url, method: method, headers: request.allHTTPHeaderFields ?? [:], timeout: request.timeoutInterval)
        return try JSONEncoder().encode(destination)
    }

    static func read(_ data: Data) -> URLRequest? {
        guard let destination = try? JSONDecoder().decode(UploadDestination.self, from: data) else { return nil }
        var request = URLRequest(url: destination.url, timeoutInterval: destination.timeout)
        request.httpMethod = destination.method
        for (name, value) in destination.headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }
}
