import NIOHTTP1

/// The headers that the guard looks at, found in one pass.
struct HeadFacts {
    private(set) var host: String?
    private(set) var repeatsHost = false
    private(set) var origin: String?
    private(set) var repeatsOrigin = false
    private(set) var fetchSite: String?
    private(set) var fetchMode: String?
    private(set) var fetchDestination: String?
    private(set) var contentLength: Int?
    private(set) var authorization: String?
    private(set) var cookie: String?
    /// Of a client that sends its cookies in several headers, all but the first.
    private(set) var moreCookies: [String] = []
    private var accept: String?
    private var languages: String?

    /// Whether a person's browser asks, for a page.
    var acceptsPages: Bool { accept?.contains("text/html") == true }

    /// Whom a refusal is written for.
    var reader: Problem.Reader { acceptsPages ? .person(languages: languages) : .program }

    init(_ headers: HTTPHeaders) {
        for (name, value) in headers {
            // Lengths first: few headers have one of these.
            switch name.utf8.count {
            case 4 where name.isHeader("host"):
                repeatsHost = host != nil
                host = value
            case 6 where name.isHeader("cookie"):
                if cookie == nil { cookie = value } else { moreCookies.append(value) }
            case 6 where name.isHeader("origin"):
                repeatsOrigin = origin != nil
                origin = value
            case 6 where name.isHeader("accept"): accept = value
            case 13 where name.isHeader("authorization"): authorization = value
            case 14 where name.isHeader("sec-fetch-site"): fetchSite = value
            case 14 where name.isHeader("sec-fetch-mode"): fetchMode = value
            case 14 where name.isHeader("sec-fetch-dest"): fetchDestination = value
            case 15 where name.isHeader("accept-language"): languages = value
            // Longer than any number is too long.
            case 14 where name.isHeader("content-length"): contentLength = Int(value) ?? .max
            default: continue
            }
        }
    }
}

extension String {
    /// Whether the name of a header is this one, which is given in lower case.
    fileprivate func isHeader(_ name: StaticString) -> Bool {
        var index = 0
        for byte in utf8 {
            let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            guard name.utf8Start[index] == lower else { return false }
            index += 1
        }
        return true
    }
}
