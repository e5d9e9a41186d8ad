import Metadata
import PhotoModel

/// Decides which files of a folder are one asset. Pure: the same files in any order give the same assets.
///
/// In this order:
/// 1. *Renderings.* `IMG_E1853.heic`, `IMG_1853_edited.heic` or `IMG_1853-edited.jpg` is the current version of `IMG_1853` if an adjustment file
///    for `IMG_1853` is there, or both state the same camera and capture date; never where both state different capture dates.
/// 2. *RAW and JPEG.* Same stem, one RAW and one JPEG or HEIF, no different capture dates: the JPEG leads, the RAW is its alternate.
/// 3. *Live Photos.* A movie joins the still that has its content identifier, whatever their names; never by name alone. A movie with
///    the identifier of a rendering is the rendered movie. Two stills with one identifier: the one of the movie's name, else the first.
///    A movie whose still is not there joins the rendering of that still, as an edited Live Photo is exported: `IMG_1_edited.heic` and `IMG_1.mov`,
///    where both state the same camera and capture date.
/// 4. *Adjustment files* (`IMG_1853.AAE`) join the asset with their stem, the camera's own (`IMG_O3582.aae`) too; only the former says what edit is in force.
/// 5. *XMP sidecars* join the file they name (`IMG_4179.jpeg.xmp`), else the asset with their stem. The first that says which of a RAW and JPEG pair is the
///    original is believed.
///
/// What an XMP sidecar of this library says goes before rules 2 and 3: it names the movie and the RAW of the picture that it names itself.
package struct FileMatcher {
    private let files: [MatchFile]
    /// Places in `files`, by name: whatever order the files came in.
    private let order: [Int]
    private var drafts: [AssetDraft] = []
    private var leftovers: [MatchResult.Leftover] = []
    private var taken: Set<Int> = []

    package static func match(_ files: [MatchFile]) -> MatchResult {
        var matcher = FileMatcher(files)
        return matcher.run()
    }

    private init(_ files: [MatchFile]) {
        self.files = files
        order = files.indices.sorted { a, b in
            let (x, y) = (files[a].name, files[b].name)
            return (x.stem, x.role == .plain ? 0 : 1, x.text) < (y.stem, y.role == .plain ? 0 : 1, y.text)
        }
    }

    private mutating func run() -> MatchResult {
        let renderings = findRenderings()
        startDrafts(except: renderings)
        attachRenderings(renderings)
        pairLivePhotos()
        attachAdjustments()
        attachSidecars()
        for index in drafts.indices {
            let files = files
            let primary = drafts[index].members[0]
            drafts[index].members =
                [primary]
                + drafts[index].members.dropFirst().sorted {
                    ($0.kind, files[$0.file].name.text) < ($1.kind, files[$1.file].name.text)
                }
            let choice = drafts[index].members.lazy.filter { $0.kind == .sidecar }.compactMap { files[$0.file].facts.originalChoice }.first
            if choice == .raw { drafts[index].chosenRaw = drafts[index].first(.alternatePhoto) }
        }
        return MatchResult(drafts: drafts, leftovers: leftovers)
    }

    // MARK: Steps

    /// Rendering to base, both media files.
    private func findRenderings() -> [Int: Int] {
        var bases: [Int: Int] = [:]
        for file in order where files[file].name.role == .edited && isMedia(file) {
            let candidates = order.filter { other in
                files[other].name.role == .plain && isMedia(other) && files[other].name.stem == files[file].name.stem
                    && files[other].mayShareMoment(with: files[file])
                    && (hasAdjustment(for: files[file].name.stem) || files[other].surelySharesMoment(with: files[file]))
            }
            bases[file] = best(candidates, like: files[file])
        }
        return bases
    }

    /// The base a rendering was made from: of its own medium, or, for a movie, the still of its Live Photo.
    private func best(_ candidates: [Int], like rendering: MatchFile) -> Int? {
        let same = candidates.filter { files[$0].isImage == rendering.isImage }
        let pool = same.isEmpty && !rendering.isImage ? candidates : same
        return pool.min { precedence($0) < precedence($1) }
    }

    /// Every still that is no rendering starts an asset, except the RAW beside a JPEG.
    private mutating func startDrafts(except renderings: [Int: Int]) {
        let stills = order.filter { files[$0].isImage && renderings[$0] == nil }
        for file in stills where files[file].facts.kind == .image {
            drafts.append(AssetDraft(primary: file, .photo))
            taken.insert(file)
        }
        let raws = stills.filter { files[$0].facts.kind == .rawImage }, joined = pictures(naming: \.alternatePhoto)
        for raw in raws.filter({ joined[$0] != nil }) + raws.filter({ joined[$0] == nil }) {
            let free = drafts.indices.filter { drafts[$0].first(.alternatePhoto) == nil }
            var hosts = free.filter { joined[raw] == drafts[$0].primary && files[drafts[$0].primary].facts.kind == .image }
            if hosts.isEmpty {
                hosts = free.filter { index in
                    let host = files[drafts[index].primary]
                    return UniformTypes.isCameraFormat(host.facts.uniformType) && host.name.ownStem == files[raw].name.ownStem && host.mayShareMoment(with: files[raw])
                }
            }
            // JPEG before HEIF: that is what cameras write beside a RAW.
            if let host = hosts.min(by: { rawHostRank($0) < rawHostRank($1) }) {
                drafts[host].add(raw, .alternatePhoto)
            } else {
                drafts.append(AssetDraft(primary: raw, .photo))
            }
            taken.insert(raw)
        }
    }

    private mutating func attachRenderings(_ renderings: [Int: Int]) {
        for file in order where files[file].isImage {
            guard let base = renderings[file] else { continue }
            if let index = drafts.firstIndex(where: { $0.contains(base) }), drafts[index].first(.fullSizePhoto) == nil {
                drafts[index].add(file, .fullSizePhoto)
            } else {
                drafts.append(AssetDraft(primary: file, .photo))
            }
            taken.insert(file)
        }
        movieRenderings = renderings.filter { !files[$0.key].isImage }
    }

    private var movieRenderings: [Int: Int] = [:]

    private mutating func pairLivePhotos() {
        let movies = order.filter { files[$0].facts.kind == .video }
        let plain = movies.filter { movieRenderings[$0] == nil }, joined = pictures(naming: \.pairedVideo)
        for movie in plain {
            guard let picture = joined[movie], let host = drafts.firstIndex(where: { $0.primary == picture && $0.first(.pairedVideo) == nil }) else { continue }
            drafts[host].add(movie, .pairedVideo)
            taken.insert(movie)
        }
        // Plain names first, so that an original finds its still before a rendering with the same identifier does.
        for movie in plain where !taken.contains(movie) { place(movie) }
        for movie in movies {
            guard let base = movieRenderings[movie] else { continue }
            let kind: ResourceType = files[base].isImage || drafts.contains { $0.first(.pairedVideo) == base } ? .fullSizePairedVideo : .fullSizeVideo
            let host = drafts.firstIndex { $0.contains(base) }
            if let host, drafts[host].first(kind) == nil, kind == .fullSizeVideo || hasMovie(drafts[host]) {
                drafts[host].add(movie, kind)
            } else {
                place(movie)
            }
            taken.insert(movie)
        }
    }

    /// As a file beside it, or in its own. Whoever has one takes no rendering for it, whatever identifier that says.
    private func hasMovie(_ draft: AssetDraft) -> Bool { draft.first(.pairedVideo) != nil || files[draft.primary].facts.embeddedMovie != nil }

    private mutating func place(_ movie: Int) {
        taken.insert(movie)
        if let identifier = files[movie].facts.contentIdentifier {
            let stills = drafts.indices.filter { index in
                drafts[index].first(.pairedVideo) == nil
                    && drafts[index].members.contains {
                        ($0.kind == .photo || $0.kind == .alternatePhoto) && files[$0.file].isImage && files[$0.file].facts.contentIdentifier == identifier
                    }
            }
            if let host = stills.first(where: { files[drafts[$0].primary].name.stem == files[movie].name.stem }) ?? stills.first {
                drafts[host].add(movie, .pairedVideo)
                return
            }
            let rendered = drafts.firstIndex { draft in
                draft.first(.fullSizePairedVideo) == nil && draft.first(.fullSizePhoto).map { files[$0].facts.contentIdentifier == identifier } == true
            }
            if let rendered {
                drafts[rendered].add(movie, .fullSizePairedVideo)
                return
            }
            if files[movie].name.role == .plain, let edited = drafts.firstIndex(where: { isRendering(files[$0.primary], ofStillOf: files[movie]) && $0.first(.pairedVideo) == nil })
            {
                drafts[edited].add(movie, .pairedVideo)
                return
            }
        }
        drafts.append(AssetDraft(primary: movie, .video))
    }

    /// An edit gives the still an identifier of its own. Where the original that has the movie's stayed behind, name, camera and moment tell.
    private func isRendering(_ still: MatchFile, ofStillOf movie: MatchFile) -> Bool {
        still.isImage && still.name.role == .edited && still.name.stem == movie.name.stem && still.surelySharesMoment(with: movie)
            && !files.contains { $0.facts.kind == .video && $0.facts.contentIdentifier != nil && $0.facts.contentIdentifier == still.facts.contentIdentifier }
    }

    private mutating func attachAdjustments() {
        for file in order where files[file].facts.kind == .adjustment {
            guard let host = draft(withStem: files[file].name.stem) ?? draft(withStem: files[file].name.ownStem) else {
                leftovers.append(.init(file: file, reason: "adjustments of a picture that is not in the same folder"))
                continue
            }
            drafts[host].add(file, .adjustmentData)
            if files[file].name.role != .cameraAdjustment, drafts[host].adjustment == nil { drafts[host].adjustment = file }
        }
    }

    private mutating func attachSidecars() {
        for file in order where files[file].facts.kind == .sidecar {
            let name = files[file].name
            let named = name.subject.flatMap { subject in
                drafts.firstIndex { draft in draft.members.contains { files[$0.file].name.text.lowercased() == subject } }
            }
            // A sidecar that names a file describes that one and no other.
            guard let host = named ?? (name.subject == nil ? draft(withStem: name.stem) : nil) else {
                leftovers.append(.init(file: file, reason: "a sidecar of a file that is not in the same folder"))
                continue
            }
            drafts[host].add(file, .sidecar)
        }
    }

    // MARK: Questions

    /// Files that sidecars name, each with the picture that it is named for: the one that the sidecar itself is named after.
    private func pictures(naming part: (BelongingFacts) -> String?) -> [Int: Int] {
        var pictures: [Int: Int] = [:]
        for sidecar in order {
            guard let subject = files[sidecar].name.subject, let name = files[sidecar].facts.belonging.flatMap(part)?.lowercased() else { continue }
            let named = { (text: String) in order.first { files[$0].name.text.lowercased() == text } }
            guard let picture = named(subject), let file = named(name), file != picture, pictures[file] == nil else { continue }
            pictures[file] = picture
        }
        return pictures
    }

    private func isMedia(_ file: Int) -> Bool { files[file].isImage || files[file].facts.kind == .video }

    private func hasAdjustment(for stem: String) -> Bool {
        files.contains { $0.facts.kind == .adjustment && $0.name.role == .plain && $0.name.stem == stem }
    }

    private func precedence(_ file: Int) -> (Int, String) { (files[file].precedence, files[file].name.text) }

    private func rawHostRank(_ draft: Int) -> (Int, String) {
        let host = files[drafts[draft].primary]
        return (host.facts.uniformType == UniformTypes.jpeg ? 0 : 1, host.name.text)
    }

    /// The asset that text beside it is about: edited ones before others, then by format, movies last.
    private func draft(withStem stem: String) -> Int? {
        let hosts = drafts.indices.filter { index in
            drafts[index].members.contains { member in
                let name = files[member.file].name
                return !member.kind.isAccessory && (member.kind.isPrimary ? name.ownStem == stem : member.kind == .alternatePhoto && name.ownStem == stem)
            }
        }
        return hosts.min { rank($0) < rank($1) }
    }

    private func rank(_ draft: Int) -> (Int, Int, String) {
        let (order, text) = precedence(drafts[draft].primary)
        return (drafts[draft].first(.fullSizePhoto) == nil ? 1 : 0, order, text)
    }
}

extension UniformTypes {
    /// Formats that cameras write beside a RAW.
    fileprivate static func isCameraFormat(_ type: String) -> Bool { [UniformTypes.jpeg, UniformTypes.heic, UniformTypes.heif].contains(type) }
}
