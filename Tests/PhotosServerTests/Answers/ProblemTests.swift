import Catalog
import Foundation
import Glibc
import HTTPTypes
import Imaging
import LibraryEngine
import NIOCore
import NIOHTTP1
import Photos
import Pixels
import Query
import Testing
@testable import PhotosServer

@Suite struct ProblemTests {
    @Test func `every kind of error becomes a status, and keeps its words`() {
        func expect(_ error: any Error, _ status: Int, _ type: String, _ location: SourceLocation = #_sourceLocation) {
            let problem = Problem(error)
            #expect(problem.status.code == status, sourceLocation: location)
            #expect(problem.type == "/problems/" + type, sourceLocation: location)
        }
        expect(LibraryError(.unknown, "x"), 404, "missing")
        expect(LibraryError(.offline, "x"), 503, "unavailable")
        expect(LibraryError(.denied, "x"), 403, "denied")
        expect(LibraryError(.invalid, "x"), 400, "invalid")
        expect(LibraryError(.unreadable, "x"), 415, "damaged")
        expect(LibraryError(.cannotWrite, "x"), 507, "unwritable")
        expect(LibraryError(CatalogError(.readOnly, "x")), 409, "read-only")
        expect(CatalogError(.readOnly, "x"), 409, "read-only")
        expect(LibraryError(CatalogError(.diskFull, "x")), 507, "unwritable")
        expect(LibraryError(.damaged, "x"), 500, "library")
        expect(CatalogError(.unknownObject, "x"), 404, "missing")
        expect(CatalogError(.busy, "x"), 503, "unavailable")
        expect(CatalogError(.expired, "x"), 410, "expired")
        expect(CatalogError(.corrupt, "x"), 500, "library")
        expect(ImagingError(.undecodable, "x"), 415, "damaged")
        expect(ImagingError(.sourceUnavailable, "x", cause: LibraryError(.offline, "y")), 503, "unavailable")
        expect(ImagingError(.sourceUnavailable, "x"), 404, "missing")
        expect(CodecError(.damaged, "x"), 415, "damaged")
        expect(QueryError(.syntax, "x", at: 3), 400, "query")
        expect(CancellationError(), 503, "unavailable")
        struct Surprise: Error {}
        expect(Surprise(), 500, "internal")
        #expect(Problem(LibraryError(.missing, "The file is gone. Put it back.")).detail == "The file is gone. Put it back.")
        // What nobody expected may name files of the machine: it stays in the server's own output.
        #expect(!Problem(Surprise()).detail.contains("Surprise"))
    }

    @Test func `an error whose answer has headers of its own is answered as without them, and the log has what it was`() throws {
        let name = try #require(HTTPField.Name("Tus-Resumable"))
        struct Surprise: Error {}
        let told = AnsweredError(cause: Surprise(), headers: [name: "1.0.0"]), problem = Problem(told)
        #expect(problem.status == .internalServerError && problem.headers[name] == "1.0.0")
        #expect("\(told)" == "\(Surprise())")
        #expect(Problem(AnsweredError(cause: LibraryError(.offline, "x"), headers: [name: "1.0.0"])).status.code == 503)
    }

    @Test func `a connection that is lost is no fault of the server, and a disk that fails is one`() {
        for number in [ECONNRESET, EPIPE, ETIMEDOUT] { #expect(IOError(errnoCode: number, reason: "read").isOfConnection) }
        #expect(HTTPParserError.invalidEOFState.isOfConnection)
        for error: any Error in [IOError(errnoCode: EIO, reason: "read"), CancellationError(), LibraryError(.offline, "x")] { #expect(!error.isOfConnection) }
    }

    @Test func `a problem document has the fields of its standard`() throws {
        var problem = Problem(QueryError(.syntax, "a \"quote\"\n", at: 3))
        problem.instance = "/api/assets"
        let object = try #require(try JSONSerialization.jsonObject(with: Data(problem.json)) as? [String: Any])
        #expect(object["type"] as? String == "/problems/query")
        #expect(object["status"] as? Int == 400)
        #expect(object["detail"] as? String == "a \"quote\"\n (at character 4)")
        #expect(object["instance"] as? String == "/api/assets")
        #expect(object["position"] as? Int == 3)
        #expect(object["code"] as? String == "syntax")
    }
}
