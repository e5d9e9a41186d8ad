import CHeif
import Pixels

/// An open HEIF file.
final class HeifContext {
    let raw: OpaquePointer

    init(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits) throws(CodecError) {
        guard let raw = heif_context_alloc() else { throw CodecError(.tooLarge, "There is not enough memory to read a HEIF file.") }
        self.raw = raw
        // All work on the calling thread: the worker may not start threads, and a decoder per thread would cost memory.
        heif_context_set_max_decoding_threads(raw, 0)
        if let security = heif_context_get_security_limits(raw) {
            security.pointee.max_image_size_pixels = UInt64(limits.pixels)
        }
        try Self.check(heif_context_read_from_memory_without_copy(raw, bytes.baseAddress, bytes.count, nil), "Reading the HEIF structure")
    }

    deinit { heif_context_free(raw) }

    static func check(_ error: heif_error, _ doing: String) throws(CodecError) {
        guard error.code != heif_error_Ok else { return }
        let message = error.message.map { String(cString: $0) }
        if error.subcode == heif_suberror_Security_limit_exceeded {
            throw CodecError(.tooLarge, "\(doing) would exceed the limits.", cause: message)
        }
        if error.code == heif_error_Unsupported_feature || error.code == heif_error_Unsupported_filetype {
            throw CodecError(.unsupported, "\(doing) needs something that the installed libheif cannot do.", cause: message)
        }
        throw CodecError(.damaged, "\(doing) failed. The file is probably damaged; try another copy of it.", cause: message)
    }

    func primary() throws(CodecError) -> HeifHandle {
        var handle: OpaquePointer?
        try Self.check(heif_context_get_primary_image_handle(raw, &handle), "Finding the primary picture")
        guard let handle else { throw CodecError(.damaged, "The HEIF file has no primary picture.") }
        return HeifHandle(handle)
    }

    /// Any picture of the file, hidden ones too.
    func picture(_ id: heif_item_id) throws(CodecError) -> HeifHandle {
        var handle: OpaquePointer?
        try Self.check(heif_context_get_image_handle(raw, id, &handle), "Finding a picture in the HEIF file")
        guard let handle else { throw CodecError(.damaged, "The HEIF file lacks a picture that it speaks of.") }
        return HeifHandle(handle)
    }

    /// The container's crop and turns as one; `nil` where they come in another order than crop first, as the format's profiles prescribe.
    func placement(of handle: HeifHandle) -> HeifPlacement? {
        let item = handle.id
        var properties = [heif_property_id](repeating: 0, count: 16)
        let count = heif_item_get_transformation_properties(raw, item, &properties, CInt(properties.count))
        var placement = HeifPlacement()
        for property in properties.prefix(Int(max(0, count))) {
            switch heif_item_get_property_type(raw, item, property) {
            case heif_item_property_type_transform_rotation:
                switch heif_item_get_property_transform_rotation_ccw(raw, item, property) {
                case 90: placement.turn = placement.turn.followed(by: OrientationTransform(orientation: 8))
                case 180: placement.turn = placement.turn.followed(by: OrientationTransform(orientation: 3))
                case 270: placement.turn = placement.turn.followed(by: OrientationTransform(orientation: 6))
                default: break
                }
            case heif_item_property_type_transform_mirror:
                switch heif_item_get_property_transform_mirror(raw, item, property) {
                case heif_transform_mirror_direction_vertical: placement.turn = placement.turn.followed(by: OrientationTransform(orientation: 4))
                case heif_transform_mirror_direction_horizontal: placement.turn = placement.turn.followed(by: OrientationTransform(orientation: 2))
                default: break
                }
            case heif_item_property_type_transform_crop:
                guard placement.turn == .none, placement.crop == nil, let crop = crop(property, of: handle) else { return nil }
                placement.crop = crop
            default: break
            }
        }
        return placement
    }

    private func crop(_ property: heif_property_id, of handle: HeifHandle) -> HeifPlacement.Crop? {
        let stored = handle.storedSize
        // libheif stops the process where it is given no size.
        guard stored.width > 0, stored.height > 0, let width = CInt(exactly: stored.width), let height = CInt(exactly: stored.height) else { return nil }
        var (left, top, right, bottom): (CInt, CInt, CInt, CInt) = (-1, -1, -1, -1)
        heif_item_get_property_transform_crop_borders(raw, handle.id, property, width, height, &left, &top, &right, &bottom)
        guard left >= 0, top >= 0, right >= 0, bottom >= 0, Int(left) + Int(right) < stored.width, Int(top) + Int(bottom) < stored.height else { return nil }
        let size = PixelSize(width: stored.width - Int(left) - Int(right), height: stored.height - Int(top) - Int(bottom))
        return HeifPlacement.Crop(x: Int(left), y: Int(top), size: size)
    }
}

/// What a container does to a stored picture before it is seen: first the crop, then the turn. libheif's own turning of cropped pictures is off by
/// pixels, and where this does both they cost nothing.
struct HeifPlacement: Equatable {
    struct Crop: Equatable {
        var x: Int, y: Int
        var size: PixelSize
    }

    var crop: Crop?
    var turn = OrientationTransform.none
}
