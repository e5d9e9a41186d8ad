import Foundation
import Glibc

/// One request to a server of this machine, and the beginning of its answer; nothing is followed or kept.
struct Knock {
    let status: Int
    /// Of the cookie that the answer sets, name and value.
    let cookie: String?

    /// - Parameter address: of this machine, such as `http://127.0.0.1:8420/?x=y`.
    init(_ address: String, _ headers: [String] = []) throws {
        guard let url = URL(string: address), let port = url.port else { throw CocoaError(.fileReadUnknown) }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var place = sockaddr_in()
        (place.sin_family, place.sin_port, place.sin_addr.s_addr) = (sa_family_t(AF_INET), in_port_t(port).bigEndian, in_addr_t(0x7F00_0001).bigEndian)
        let connected = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard connected == 0 else { throw CocoaError(.fileReadUnknown) }
        let target = url.path + (url.query.map { "?" + $0 } ?? "")
        let lines = ["GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"] + headers
        let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw CocoaError(.fileReadUnknown) }
        var answer: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { answer += buffer[..<count] }
        let text = String(decoding: answer, as: UTF8.self).components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
        status = text.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
        cookie = text.first { $0.lowercased().hasPrefix("set-cookie: ") }.map { String($0.dropFirst("set-cookie: ".count).prefix { $0 != ";" }) }
    }
}
