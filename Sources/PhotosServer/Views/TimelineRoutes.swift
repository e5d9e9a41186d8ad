/// The timeline and the assets of a view.
enum TimelineRoutes {
    static func register(on router: GalleryRouter, _ context: GalleryContext) {}
}
