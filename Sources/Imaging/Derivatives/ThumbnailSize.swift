/// Thumbnails come in two sizes, by their longest side in pixels.
package enum ThumbnailSize: Int, CaseIterable, Sendable {
    /// Made at import, of everything that can be shown.
    case small = 256
    /// For screens whose pixels are small and cells that are large; made of the preview when somebody first asks for it, and then kept.
    ///
    /// 640 is what a cell of 260 points needs at two pixels a point, but for a tenth, and the largest that half a preview has enough pixels for: a worker
    /// makes it as fast as one of 400. Making it at import would cost every import a sixteenth of its time, and the disk 67 KB a photo, for screens that
    /// may never come.
    case medium = 640
}
