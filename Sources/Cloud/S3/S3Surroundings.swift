import Foundation

/// What a process finds around it about S3: keys, region, server and certificates, under the names that Amazon's own tools gave them.
///
/// https://docs.aws.amazon.com/sdkref/latest/guide/environment-variables.html; of the files that share profiles, their keys, session token and region are read.
package struct S3Surroundings: Sendable {
    private let variable: @Sendable (String) -> String?

    /// - Parameter variable: what the environment says under a name.
    package init(variable: @escaping @Sendable (String) -> String?) { self.variable = variable }

    package var region: String? { value("AWS_REGION") ?? value("AWS_DEFAULT_REGION") ?? profile("AWS_CONFIG_FILE", "config")["region"] }

    /// The server's address, where another than Amazon's is meant.
    package var endpoint: String? { value("AWS_ENDPOINT_URL_S3") ?? value("AWS_ENDPOINT_URL") }

    /// A file of certificates to trust instead of the system's.
    package var certificates: String? { value("AWS_CA_BUNDLE") }

    /// Read anew each time, so that keys that expire can be renewed while a program runs.
    /// - Throws: `.wrongCredentials` where there are none.
    package func credentials() throws(CloudError) -> S3Credentials {
        if let access = value("AWS_ACCESS_KEY_ID"), let secret = value("AWS_SECRET_ACCESS_KEY") {
            return S3Credentials(accessKey: access, secretKey: secret, sessionToken: value("AWS_SESSION_TOKEN"))
        }
        let profile = profile("AWS_SHARED_CREDENTIALS_FILE", "credentials")
        guard let access = profile["aws_access_key_id"], let secret = profile["aws_secret_access_key"] else {
            throw CloudError(
                .wrongCredentials, object: nil,
                "There are no keys for buckets. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write them into ~/.aws/credentials.")
        }
        return S3Credentials(accessKey: access, secretKey: secret, sessionToken: profile["aws_session_token"])
    }

    /// `nil` for one that is empty, too.
    private func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// The settings of the profile that is meant, of a file in `~/.aws` or where a variable says.
    private func profile(_ place: String, _ file: String) -> [String: String] {
        guard let path = value(place) ?? value("HOME").map({ "\($0)/.aws/\(file)" }), let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [:] }
        let wanted = value("AWS_PROFILE") ?? "default"
        var isWanted = false, settings: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmingCharacters(in: .whitespaces) }) where !line.hasPrefix("#") && !line.hasPrefix(";") {
            if line.hasPrefix("["), line.hasSuffix("]") {
                let name = line.dropFirst().dropLast().trimmingCharacters(in: .whitespaces)
                isWanted = name == wanted || name == "profile \(wanted)"
            } else if isWanted, let equals = line.firstIndex(of: "=") {
                settings[line[..<equals].trimmingCharacters(in: .whitespaces).lowercased()] = line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            }
        }
        return settings
    }
}
