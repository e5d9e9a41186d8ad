/// Pictures, originals and videos.
enum RenditionRoutes {
    static func register(on router: GalleryRouter, _ context: GalleryContext) {}
}
