import Foundation
import TestSupport
import Testing

private let canBeAlone = (try? Tool.shell("unshare --net true && command -v ip").status) == 0

/// Nothing leaves the machine: where there is no network but its own loopback the tool works and a library is served, and neither asks for any other address.
/// `./test` runs all of the gallery's tests so as well.
@Suite(.enabled(if: canBeAlone, "a network of its own takes root")) struct WithoutNetworkTests {
    /// - Parameter script: lines of bash, in which `$photos` is the tool.
    private static func alone(_ script: String, _ environment: [String: String] = [:]) throws -> ProgramRun {
        let program = ToolLanguageTests.root.appending(path: "Scripts/without-network")
        return try ProgramRun(of: Tool.process(program, ["bash", "-c", script], environment.merging(["photos": Tool.executable.path]) { $1 }))
    }

    @Test(arguments: ["tcp/192.0.2.1/80", "udp/192.0.2.1/53"]) func `whoever asks for another address is found out`(_ address: String) throws {
        let result = try Self.alone("exec 3<>/dev/\(address) || true; exit 0")
        #expect(result.status == 1 && result.errors.contains("error: bash asked for addresses beyond this machine, 1 times."), "\(result)")
    }

    @Test func `what asks for none ends as it does elsewhere`() throws {
        for status in [0, 7] {
            let result = try Self.alone("echo > /dev/udp/127.0.0.1/9; exit \(status)")
            #expect(result.status == Int32(status) && result.errors.isEmpty, "\(result)")
        }
    }

    @Test func `photos come in, and a library is served`() throws {
        let world = try World()
        try world.addPictures(2)
        let script = #"""
            set -euo pipefail
            "$photos" --library "$library" import "$pictures" > /dev/null
            coproc served { exec "$photos" --library "$library" serve --port 0 --json; }
            server=$served_PID
            read -r line <&"${served[0]}"
            port=$(grep -o '"port": *[0-9]*' <<<"$line" | tr -dc 0-9)
            get() {
              exec 3<>"/dev/tcp/127.0.0.1/$port"
              printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n' "$1" "$port" "$PHOTOS_TOKEN" >&3
              tr -d '\0' <&3
            }
            tiles=$(get /api/assets)
            id=$(grep -o '"id":"[0-9A-F-]*"' <<<"$tiles" | head -n 1 | cut -d'"' -f4)
            for path in / /api/library /api/assets "/api/assets/$id" "/image/$id/1/thumbnail" "/original/$id/1" "/api/suggestions?q=img" "/api/timeline?q=lisbon"; do
              answer=$(get "$path")
              head -n 1 <<<"$answer" | cut -c10-12
            done
            kill "$server"
            wait "$server"
            """#
        let result = try Self.alone(script, ["library": world.library.path, "pictures": world.pictures.path, "PHOTOS_TOKEN": "correct-horse-battery-staple"])
        #expect(result.status == 0 && result.lines == Array(repeating: "200", count: 8), "\(result)")
    }
}
