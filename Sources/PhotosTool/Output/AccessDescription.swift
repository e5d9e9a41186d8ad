import Descriptions
import LibraryEngine

/// What an application may see, for a person and for a program.
struct AccessDescription {
    private let application: ApplicationAccess

    init(_ application: ApplicationAccess) { self.application = application }

    /// - Parameter width: columns of the terminal; `nil` where the lines don't go to one.
    static func table(_ applications: [ApplicationAccess], width: Int? = nil) -> [String] {
        var table = Table(
            [.init(title: "Application", limit: 60, mayShrink: true), .init(title: "Access"), .init(title: "Assets", isNumber: true), .init(title: "Since")],
            width: width)
        return table.lines(
            applications.map { application in
                [
                    application.application, application.kind.rawValue, application.assetCount.map { Quantity.grouped($0) } ?? "–",
                    Timestamp.wallClock(application.date, offset: nil),
                ]
            })
    }

    var sentence: Sentence {
        let name = DisplayText.safe(application.application)
        return switch application.kind {
        case .full: "\(name): sees everything."
        case .limited: "\(name): sees \(counted: application.assetCount ?? 0, "asset") and what it makes."
        case .addOnly: "\(name): may add, and sees nothing."
        case .denied, .restricted: "\(name): sees nothing."
        }
    }

    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("application", application.application)
            json.field("access", application.kind.rawValue)
            json.field("assets", application.assetCount)
            json.field("date", date: application.date)
        }
        return json.text
    }
}
