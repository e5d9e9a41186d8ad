import Foundation
import Glibc
import LibraryEngine
import Metadata
import PhotoModel
import Pixels
import Support

/// What movies say of themselves that are in the cloud only: their heads are read, which are a few parts, and nothing is brought here.
extension GalleryContext {
    /// What a movie says of itself, wherever it is.
    func facts(of movie: ResourceRecord) async throws -> MediaFacts {
        if let facts = try await factsElsewhere(of: movie) { return facts }
        let (file, _) = try await open(movie, .file(movie.fileLocation)), library = self.library
        return try await work.run(.picture) { try library.facts(of: file, movie) }
    }

    /// The same of one that is in the cloud only; `nil` for what is here, and where only the whole file tells.
    func factsElsewhere(of movie: ResourceRecord) async throws -> MediaFacts? {
        guard let parts = try await movieParts(of: movie), let head = try await self.head(of: parts) else { return nil }
        let library = self.library
        return try await reading(head, of: movie) { try library.decoder.facts(of: $0.descriptor, named: $0.name) }
    }

    /// A way to parts of a movie that is in the cloud only; `nil` for what is here, and for what is no movie.
    func movieParts(of movie: ResourceRecord) async throws -> ResourceParts? {
        guard !movie.isLocal, UniformTypes.conforms(movie.uniformType, to: "public.movie") else { return nil }
        return try await parts(of: movie)
    }

    /// What to overwrite in a movie that is in the cloud only, for a link that hides places; `nil` where only the whole file tells.
    /// - Parameter parts: of which one was read.
    func placeMask(of movie: ResourceRecord, _ parts: ResourceParts) async throws -> PlaceMask? {
        guard let object = parts.objectMark else { return nil }
        let masks = self.doors.shares.masks, library = self.library, key = PlaceMasks.Key(sha256: movie.sha256, object: object)
        if let known = masks.known(key) { return known }
        // Where boxes point into the data, what lies there may say a place as well.
        guard let head = try await self.head(of: parts), !head.hasItems else { return nil }
        guard let mask = try await reading(head, of: movie, { try library.decoder.placeMask(of: $0) }) else { return nil }
        masks.keep(mask, key)
        return mask
    }

    /// A movie that is in the cloud only, for a worker that reads some of it; `nil` for what is here, and where it has no head to begin with.
    func growingMovie(_ movie: ResourceRecord) async throws -> GrowingMovie? {
        guard let parts = try await movieParts(of: movie), let head = try await self.head(of: parts) else { return nil }
        return try await work.run(.picture) { [session] in
            try session.requireSight(of: movie.assetID)
            return try GrowingMovie(head, parts)
        }
    }

    private func head(of parts: ResourceParts) async throws -> MovieHead? {
        var head = MovieHead(size: parts.size)
        while case .read(let range) = head.step {
            let bytes = try await parts.bytes(range)
            head.take(bytes)
        }
        return head.step == .done ? head : nil
    }

    /// - Parameter read: gets a file of the movie's size in which its head stands, and holes elsewhere.
    /// - Returns: `nil` for the few movies whose heads don't say what they are.
    private func reading<T: Sendable>(_ head: MovieHead, of movie: ResourceRecord, _ read: @escaping @Sendable (MediaSource) throws -> T) async throws -> T? {
        do {
            return try await work.run(.picture) { [session] () throws -> T in
                // Parts took their time, and access may have been taken back meanwhile.
                try session.requireSight(of: movie.assetID)
                return try MadeFile(head).withDescriptor { try read(MediaSource(descriptor: $0, name: movie.filename)) }
            }
        } catch let error as CodecError where error.code == .damaged {
            return nil
        }
    }
}

extension MadeFile {
    /// As large as the movie on the face of it: holes take nothing of the disk.
    convenience init(_ head: MovieHead) throws {
        try self.init { descriptor in
            guard ftruncate(descriptor, off_t(head.size)) == 0 else { throw MadeFile.unwritable(errno) }
            for part in head.parts { try MadeFile.write(part.bytes, at: part.offset, to: descriptor) }
        }
    }

    static func write(_ bytes: [UInt8], at offset: Int64, to descriptor: Int32) throws {
        let file = FilmFile(descriptor)
        guard bytes.withUnsafeBytes({ file.write($0, at: Int(offset)) }) else { throw unwritable(file.failure ?? EIO) }
    }

    private static func unwritable(_ number: Int32) -> LibraryError {
        LibraryError.noTemporaryFiles(.system(number, doing: "write", BytePath(FileManager.default.temporaryDirectory.path)))
    }
}
