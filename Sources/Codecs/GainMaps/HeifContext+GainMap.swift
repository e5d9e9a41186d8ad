import CHeif
import Metadata
import Pixels

extension HeifContext {
    private static let mostItems = 4096
    /// "tmap": a picture that is made of another one and its gain map (ISO 23008-12).
    private static let toneMapped: UInt32 = 0x746D_6170
    /// "dimg": what a picture is made of.
    private static let derivedFrom: UInt32 = 0x6469_6D67

    /// The gain map of the primary picture: ISO's, or Apple's where there is only that.
    /// - Parameter note: what the camera says of the picture; called where it is needed.
    func gainMap(note: () -> AppleMakerNote?) -> FoundGainMap? {
        guard let primary = try? primary() else { return nil }
        return toneMapped(primary.id) ?? auxiliary(of: primary, note: note)
    }

    private func toneMapped(_ primary: heif_item_id) -> FoundGainMap? {
        let count = min(Int(heif_context_get_number_of_items(raw)), Self.mostItems)
        var ids = [heif_item_id](repeating: 0, count: max(count, 0))
        let given = heif_context_get_list_of_item_IDs(raw, &ids, CInt(ids.count))
        for id in ids.prefix(Int(max(0, given))) where heif_item_get_item_type(raw, id) == Self.toneMapped {
            let sources = sources(of: id)
            guard sources.count == 2, sources[0] == primary, let parameters = parameters(of: id) else { continue }
            return FoundGainMap(.heif(sources[1]), .iso, parameters)
        }
        return nil
    }

    private func sources(of id: heif_item_id) -> [heif_item_id] {
        for index in 0..<CInt(16) {
            var kind: UInt32 = 0, ids: UnsafeMutablePointer<heif_item_id>?
            let count = heif_context_get_item_references(raw, id, index, &kind, &ids)
            defer { if ids != nil { heif_release_item_references(raw, &ids) } }
            guard count > 0, let ids else { return [] }
            if kind == Self.derivedFrom { return (0..<min(count, 8)).map { ids[$0] } }
        }
        return []
    }

    /// The item's data: its own version, then ISO's numbers.
    private func parameters(of id: heif_item_id) -> GainMapParameters? {
        var data: UnsafeMutablePointer<UInt8>?, count = 0
        guard heif_item_get_item_data(raw, id, nil, &data, &count).code == heif_error_Ok, let data else { return nil }
        var kept: UnsafeMutablePointer<UInt8>? = data
        defer { heif_release_item_data(raw, &kept) }
        guard count > 1, data[0] == 0 else { return nil }
        return GainMapParameters(iso: UnsafeRawBufferPointer(start: data + 1, count: count - 1))
    }

    private func auxiliary(of primary: HeifHandle, note: () -> AppleMakerNote?) -> FoundGainMap? {
        for handle in primary.auxiliaries() where handle.auxiliaryType == AppleGainMap.type {
            let collector = TagCollector()
            for block in handle.xmpPackets() { _ = block.withUnsafeBytes { collector.readXMPPacket($0) } }
            return FoundGainMap(apple: .heif(handle.id), collector.tags, note: note())
        }
        return nil
    }
}

extension HeifHandle {
    fileprivate func auxiliaries() -> [HeifHandle] {
        var ids = [heif_item_id](repeating: 0, count: 16)
        let count = heif_image_handle_get_list_of_auxiliary_image_IDs(raw, 0, &ids, CInt(ids.count))
        return ids.prefix(Int(max(0, count))).compactMap { id in
            var handle: OpaquePointer?
            guard heif_image_handle_get_auxiliary_image_handle(raw, id, &handle).code == heif_error_Ok, let handle else { return nil }
            return HeifHandle(handle)
        }
    }

    fileprivate var auxiliaryType: String? {
        var text: UnsafePointer<CChar>?
        guard heif_image_handle_get_auxiliary_type(raw, &text).code == heif_error_Ok, let text else { return nil }
        var kept: UnsafePointer<CChar>? = text
        defer { heif_image_handle_release_auxiliary_type(raw, &kept) }
        return String(cString: text)
    }

    fileprivate func xmpPackets() -> [[UInt8]] {
        var ids = [heif_item_id](repeating: 0, count: 16)
        let count = heif_image_handle_get_list_of_metadata_block_IDs(raw, "mime", &ids, CInt(ids.count))
        return ids.prefix(Int(max(0, count))).compactMap { id in
            let size = heif_image_handle_get_metadata_size(raw, id)
            guard let content = heif_image_handle_get_metadata_content_type(raw, id), String(cString: content) == "application/rdf+xml", (1..<4 << 20).contains(size) else {
                return nil
            }
            var bytes = [UInt8](repeating: 0, count: size)
            return heif_image_handle_get_metadata(raw, id, &bytes).code == heif_error_Ok ? bytes : nil
        }
    }
}
