/// The tree of albums.
enum CollectionRoutes {
    static func register(on router: GalleryRouter, _ context: GalleryContext) {}
}
