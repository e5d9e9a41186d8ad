/// Style sheets as one: a sheet with each `@import "other.css";` replaced by that sheet.
enum JoinedStyles {
    static func sheet(_ path: String, of sources: [String: String]) throws(ServerError) -> String {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        var joined = ""
        for line in sources[path, default: ""].split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("@import \""), line.hasSuffix("\";") else {
                joined += line + "\n"
                continue
            }
            let name = line.dropFirst(9).dropLast(2)
            guard let sheet = sources["\(folder)/\(name)"] else {
                throw ServerError(
                    .pagesMissing, "The gallery's page \(path) needs \(name), which is not there. Put the folder OpenPhotoKit_PhotosServer.resources beside the program again.")
            }
            joined += sheet
        }
        return joined
    }
}
