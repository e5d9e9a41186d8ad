import Hummingbird

/// Everything that is served.
enum GalleryRoutes {
    /// All but the page's files.
    static let api = TimelineRoutes.all + ChangeRoutes.all + CollectionRoutes.all + ActRoutes.all + RenditionRoutes.all + ArchiveRoutes.all + OpenAPIDocument.all

    static func router(_ services: GalleryServices) -> GalleryRouter {
        let router = GalleryRouter(context: GalleryRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ProblemMiddleware(log: services.library.environment.log))
        for route in PageRoutes.all(services.pages) + api { route.register(on: router, services) }
        return router
    }
}
