import Hummingbird

/// Everything that is served: each area adds its own routes.
enum GalleryRoutes {
    static func responder(_ context: GalleryContext) -> RouterResponder<GalleryRequestContext> { router(context).buildResponder() }

    static func router(_ context: GalleryContext) -> GalleryRouter {
        let router = GalleryRouter(context: GalleryRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ProblemMiddleware(log: context.library.environment.log))
        PageRoutes.register(on: router, context)
        TimelineRoutes.register(on: router, context)
        ChangeRoutes.register(on: router, context)
        CollectionRoutes.register(on: router, context)
        ActRoutes.register(on: router, context)
        RenditionRoutes.register(on: router, context)
        ArchiveRoutes.register(on: router, context)
        OpenAPIDocument.register(on: router, context)
        return router
    }
}
