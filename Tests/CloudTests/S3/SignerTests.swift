import Support
import Testing

@testable import Cloud

/// The examples of AWS's documentation: sig-v4-header-based-auth.html and sigv4-streaming.html of the S3 API reference.
@Suite("Signatures as AWS documents them") struct SignerTests {
    // Signed at 2013-05-24T00:00:00Z.
    private let signer = S3Signer(
        S3Credentials(accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"), region: "us-east-1", now: 1_369_353_600)
    private let host = (name: "host", value: "examplebucket.s3.amazonaws.com")

    @Test func getOfAnObject() {
        let (headers, signature) = signer.sign("GET", path: "/test.txt", query: [], headers: [host, ("range", "bytes=0-9")], payload: S3Signer.emptyHash)
        #expect(signature == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
        #expect(
            headers.last?.value == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=\(signature)")
    }

    @Test func putOfAnObject() {
        let headers: [(name: String, value: String)] = [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"), host]
        let (_, signature) = signer.sign(
            "PUT", path: "/" + PercentEncoding.encode("test$file.text"), query: [], headers: headers,
            payload: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072")
        #expect(signature == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
    }

    @Test func lifecycleOfABucket() {
        let (_, signature) = signer.sign("GET", path: "/", query: [("lifecycle", "")], headers: [host], payload: S3Signer.emptyHash)
        #expect(signature == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
    }

    @Test func listOfObjects() {
        let (_, signature) = signer.sign("GET", path: "/", query: [("prefix", "J"), ("max-keys", "2")], headers: [host], payload: S3Signer.emptyHash)
        #expect(signature == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
    }

    @Test func bodyInPieces() {
        let headers: [(name: String, value: String)] = [
            ("host", "s3.amazonaws.com"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"), ("content-encoding", "aws-chunked"), ("x-amz-decoded-content-length", "66560"),
            ("content-length", "66824"),
        ]
        let (_, seed) = signer.sign("PUT", path: "/examplebucket/chunkObject.txt", query: [], headers: headers, payload: S3Signer.streamed)
        #expect(seed == "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9")
        func hash(_ count: Int) -> String { sha256([UInt8](repeating: UInt8(ascii: "a"), count: count)).hexadecimal }
        let first = signer.signature(ofPiece: hash(65536), after: seed)
        let second = signer.signature(ofPiece: hash(1024), after: first)
        let last = signer.signature(ofPiece: hash(0), after: second)
        #expect(first == "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648")
        #expect(second == "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497")
        #expect(last == "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9")
    }

    @Test func timesAreThoseOfTheCalendar() {
        for (seconds, text) in [
            (0, "19700101T000000Z"), (951_782_399, "20000228T235959Z"), (951_782_400, "20000229T000000Z"), (1_709_251_199, "20240229T235959Z"), (4_107_542_400, "21000301T000000Z"),
            (1_795_689_232, "20261126T103352Z"),
        ] as [(Double, String)] {
            #expect(S3Signer.text(of: seconds) == text)
        }
        #expect(HTTPDate.seconds("Fri, 24 May 2013 00:00:00 GMT") == 1_369_353_600)
        #expect(HTTPDate.secondsOfXML("2013-05-24T00:00:00.500Z") == 1_369_353_600.5)
        #expect(HTTPDate.seconds("yesterday") == nil && HTTPDate.secondsOfXML("2013-13-24T00:00:00Z") == nil)
    }
}
