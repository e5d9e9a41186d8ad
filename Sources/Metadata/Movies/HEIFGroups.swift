/// What the entity groups of a HEIF say that libheif does not hand out.
package enum HEIFGroups {
    /// Whether the file's head names a gain map: nothing has to be opened a second time for those that have none.
    package static func mayHaveGainMap(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let meta = BoxWalker(bytes).first("meta") else { return false }
        let reader = ByteReader(bytes)
        return reader.firstIndex(of: "hdrgainmap", in: meta.body) != nil || reader.firstIndex(of: "tmap", in: meta.body) != nil
    }

    /// Whether two pictures of the file are a stereo pair, as spatial photos are.
    package static func hasStereoPair(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let meta = BoxWalker(bytes).first("meta"), meta.body.count > 4 else { return false }
        // A version and flags come before the boxes.
        let inner = meta.body.lowerBound + 4..<meta.body.upperBound
        guard let groups = BoxWalker(bytes, in: inner).first("grpl") else { return false }
        return BoxWalker(bytes, in: groups.body).first("ster") != nil
    }
}
