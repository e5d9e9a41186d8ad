import Hummingbird

/// Everything that is served, a row each. What is not in here is not there, neither for the router nor for the description.
enum RouteTable {
    static let routes: [Route] = [
        PageRoutes.routes, TimelineRoutes.routes, CoverRoutes.routes, MapRoutes.routes, TownRoutes.routes, ChangeRoutes.routes, CollectionRoutes.routes, ActRoutes.routes,
        DuplicateRoutes.routes, RenditionRoutes.routes, FilmRoutes.routes, SpeedRoutes.routes, ArchiveRoutes.routes, AdjustmentRoutes.routes, TrimRoutes.routes,
        PickerRoutes.routes, ChoiceRoutes.routes, LossRoute.routes, ClientRoutes.routes, SharingRoutes.routes, SharedRoutes.routes, CloudRoutes.routes, UploadRoutes.routes,
        TusRoutes.routes, ShareTargetRoutes.routes, UploadRoutes.rows(at: .link), TusRoutes.rows(at: .link), DAVRoutes.routes,
        [OpenAPIDocument.route],
    ].flatMap { $0 }

    /// As the router has them: each of the page's files by its own path, so that no other path leads anywhere.
    static func routes(with pages: Pages) -> [Route] {
        routes.flatMap { route in
            switch route.path {
            case PageRoutes.file.path: pages.paths.map { route.at("/" + $0) }
            case SharedRoutes.file.path: SharedRoutes.files.map { route.at("\(SharedRoutes.page)/\($0)") }
            case DAVRoutes.below: [route.at(DAVPath.root), route]
            default: [route]
            }
        }
    }

    /// The methods by which something is served at a path, for answers that say so; none where nothing is. A page's file counts wherever it would lie.
    static func methods(at path: String) -> [String] {
        // All of them everywhere: what stands at a path is looked up behind them.
        if DAVPath.isHere(path) { return (DAVRoutes.routes.map(\.method.rawValue) + ["HEAD"]).sorted() }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        var methods: Set<String> = []
        for route in routes where route.path != PageRoutes.file.path && route.path != SharedRoutes.file.path {
            let pattern = route.path.split(separator: "/", omittingEmptySubsequences: false)
            guard pattern.count == parts.count, zip(pattern, parts).allSatisfy({ $0 == $1 || ($0.hasPrefix("{") && !$1.isEmpty) }) else { continue }
            methods.insert(route.method.rawValue)
        }
        if methods.contains("GET") { methods.insert("HEAD") }
        return methods.sorted()
    }

    static func router(_ services: GalleryServices) -> GalleryRouter {
        let router = GalleryRouter(context: GalleryRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ProblemMiddleware(log: services.library.environment.log))
        for route in routes(with: services.pages) { route.register(on: router, services) }
        return router
    }
}
