/// Changes as server-sent events.
enum ChangeRoutes {
    static func register(on router: GalleryRouter, _ context: GalleryContext) {}
}
