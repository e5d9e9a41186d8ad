import Testing

@testable import Cloud

@Suite("What servers answer, and what it means") struct S3AnswerTests {
    private let bucket: S3Bucket

    init() throws { bucket = try S3Bucket(endpoint: "https://s3.example.org", name: "photos", region: "eu-central-1") }

    private func answer(_ status: Int, _ code: String = "", region: String? = nil, headers: [String: String] = [:]) -> S3Answer {
        let body = code.isEmpty ? "" : "<Error><Code>\(code)</Code>\(region.map { "<Region>\($0)</Region>" } ?? "")</Error>"
        return S3Answer(HTTPHead(status: status, headers: headers), Array(body.utf8))
    }

    @Test func eachKindHasItsMeaning() {
        for (status, code, meaning) in [
            (404, "NoSuchKey", .missing), (404, "NoSuchBucket", .final(.storeMissing)), (404, "NoSuchUpload", .noUpload), (412, "PreconditionFailed", .unmet),
            (416, "InvalidRange", .outOfRange), (403, "RequestTimeTooSkewed", .final(.clockSkew)), (403, "AccessDenied", .final(.missingRights)), (403, "", .final(.missingRights)),
            (403, "InvalidAccessKeyId", .final(.wrongCredentials)), (403, "SignatureDoesNotMatch", .final(.wrongCredentials)), (400, "ExpiredToken", .final(.expiredCredentials)),
            (301, "PermanentRedirect", .final(.wrongRegion)), (403, "QuotaExceeded", .final(.full)), (507, "", .final(.full)), (503, "SlowDown", .again(.throttled)),
            (503, "", .again(.throttled)), (429, "", .again(.throttled)), (500, "InternalError", .again(.server)), (502, "", .again(.server)),
            (501, "NotImplemented", .final(.unsupported)),
            (400, "XAmzContentSHA256Mismatch", .damagedOnTheWay), (400, "BadDigest", .damagedOnTheWay), (400, "", .final(.server)),
        ] as [(Int, String, S3Answer.Meaning)] {
            #expect(answer(status, code).meaning(isTrusted: false) == meaning, "\(status) \(code)")
        }
        // What was accepted before was not wrong, and was damaged now.
        for code in ["InvalidAccessKeyId", "SignatureDoesNotMatch", ""] { #expect(answer(code.isEmpty ? 400 : 403, code).meaning(isTrusted: true) == .damagedOnTheWay) }
    }

    @Test func messagesNameTheStoreAndTheRemedy() {
        func message(_ answer: S3Answer, _ code: CloudError.Code) -> String {
            answer.error(code, "a/b", bucket, "the bucket photos at s3.example.org", now: 1_369_353_600 + 7200).message
        }
        let skew = answer(403, "RequestTimeTooSkewed", headers: ["date": "Fri, 24 May 2013 00:00:00 GMT"])
        #expect(message(skew, .clockSkew).contains("by 7200 seconds") && message(skew, .clockSkew).contains("Set this machine's clock"))
        let region = answer(400, "AuthorizationHeaderMalformed", region: "eu-west-1")
        #expect(region.meaning(isTrusted: false) == .final(.wrongRegion) && message(region, .wrongRegion).contains("not in the region eu-central-1 but in eu-west-1"))
        for code in [.clockSkew, .wrongRegion, .storeMissing, .missingRights, .wrongCredentials, .expiredCredentials, .full, .throttled, .unsupported, .server] as [CloudError.Code]
        {
            let text = message(answer(400, "Whatever"), code)
            #expect(text.contains("photos") && text.hasSuffix(".") && text.first?.isUppercase == true, "\(text)")
        }
    }
}
