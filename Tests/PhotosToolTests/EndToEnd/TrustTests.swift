import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Libraries of other users", .enabled(if: geteuid() == 0, "giving files away needs root")) struct TrustTests {
    private let world: World
    private let configuration: [String: String]
    private var list: URL { world.folder.appending(path: "config/photos/trusted-owners") }

    init() throws {
        world = try World.imported(1)
        configuration = ["XDG_CONFIG_HOME": world.folder.appending(path: "config").path]
        for path in ["", "library.json", "database", "database/catalog.sqlite"] { #expect(chown(world.library.appending(path: path).path, 65534, gid_t.max) == 0) }
    }

    private func photos(_ arguments: String..., environment: [String: String] = [:]) throws -> ProgramRun {
        try Tool.run(arguments, library: world.library, environment: configuration.merging(environment) { $1 })
    }

    @Test func theErrorsOwnCommandOpensItAndTakingTheTrustBackClosesItAgain() throws {
        for command in [["assets"], ["verify"], ["albums"], ["import", world.pictures.path], ["purge", "--all", "--yes"]] {
            let result = try Tool.run(command, library: world.library, environment: configuration)
            #expect(result.status == 66 && result.errors.contains("photos trust nobody"), "\(command): \(result.errors)")
        }
        #expect(try photos("doctor", "--json").json["problems"].map { "\($0)" }?.contains("photos trust nobody") == true)
        #expect(try photos("trust", "--list", "--json").lines == [])
        #expect(try photos("trust", "nobody", "--json").output == "{\"changed\":1}\n")
        #expect(try photos("trust", "nobody", "--json").output == "{\"changed\":0}\n")
        #expect(try photos("trust", "--list").output == "nobody\n")
        #expect(try photos("trust", "--list", "--json").output == "{\"name\":\"nobody\",\"uid\":65534}\n")
        #expect(try photos("assets", "--json").lines.count == 1)
        #expect(try photos("trust", "--remove", "nobody", "--json").output == "{\"changed\":1}\n")
        #expect(try photos("assets").status == 66)
    }

    @Test func aListThatOthersMayWriteOpensNothing() throws {
        #expect(try photos("trust", "nobody").status == 0)
        #expect(chmod(list.path, 0o666) == 0)
        let result = try photos("assets")
        #expect(result.status == 66 && result.errors.contains("chmod 600"), "\(result.errors)")
        #expect(chmod(list.path, 0o600) == 0 && chown(list.path, 65534, gid_t.max) == 0)
        #expect(try photos("assets").status == 66)
        #expect(chown(list.path, 0, gid_t.max) == 0)
        #expect(try photos("assets").status == 0)
    }

    @Test func whoeverCalledRootThroughSudoNeedsNoTrust() throws {
        #expect(try photos("assets", environment: ["SUDO_UID": "65534"]).status == 0)
        #expect(try photos("assets", environment: ["SUDO_UID": "65533"]).status == 66)
    }

    @Test func aUserWhomNobodyKnowsIsNotTrusted() throws {
        let result = try photos("trust", "no-such-user")
        #expect(result.status == 65 && result.errors.contains("no user no-such-user"))
        #expect(try photos("trust").status == 64)
        #expect(try photos("trust", "nobody", "--list").status == 64)
        #expect(try photos("trust", "4000000001").status == 0, "a number that has no name")
    }
}
