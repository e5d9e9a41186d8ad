import Hummingbird

/// Everything that is served: each area adds its own routes.
enum GalleryRoutes {
    static func responder(_ context: GalleryContext) -> RouterResponder<GalleryRequestContext> {
        let router = GalleryRouter(context: GalleryRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ProblemMiddleware(log: context.library.environment.log))
        PageRoutes.register(on: router, context)
        TimelineRoutes.register(on: router, context)
        ChangeRoutes.register(on: router, context)
        CollectionRoutes.register(on: router, context)
        ActRoutes.register(on: router, context)
        RenditionRoutes.register(on: router, context)
        return router.buildResponder()
    }
}
