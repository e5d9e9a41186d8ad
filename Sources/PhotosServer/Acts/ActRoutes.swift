/// Acts, and their undoing.
enum ActRoutes {
    static func register(on router: GalleryRouter, _ context: GalleryContext) {}
}
