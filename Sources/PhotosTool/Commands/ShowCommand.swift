import ArgumentParser
import Descriptions
import LibraryEngine
import PhotoModel
import Query

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: say("Shows assets with everything known about them."),
        discussion: say(
            """
            An identifier is what `photos assets` prints, whole or its first four characters or more; the forms UUID/L0/001, UUID and \
            assets-library://asset/asset.JPG?id=UUID name the same asset.

            EXAMPLES:
              photos show 8A6B2C40
              photos show 8A6B2C40 5D1E77F3 --json
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: said("Identifiers of assets.", valueName: "id"), completion: .assetIdentifiers)
    var ids: [String]

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            var shown = 0
            try Each(tool).forEach(ids) { id in
                let (asset, burst) = try library.read { reader in
                    let record = try AssetLookup(reader).asset(id)
                    let burst = try record.burstIdentifier.map { identifier in
                        var query = AssetQuery(scope: .burst(identifier))
                        query.includesAllBursts = true
                        return try reader.assetCount(query)
                    }
                    return (AssetDescription(record: record, resources: try reader.resources(assetID: record.id)), burst)
                }
                try print(library.lookingUp(asset), burst: burst, isFirst: shown == 0, tool)
                shown += 1
            }
        }
    }

    private func print(_ asset: AssetDescription, burst: Int?, isFirst: Bool, _ tool: ToolContext) throws {
        if tool.wantsJSON {
            var json = JSONWriter()
            asset.write(to: &json)
            try tool.console.resultLine(json.text)
        } else {
            if !isFirst { try tool.console.resultLine("") }
            for line in AssetPage(asset: asset, burstCount: burst, width: tool.console.resultWidth).lines { try tool.console.resultLine(line) }
        }
    }
}

extension PhotoLibrary {
    /// Notes what its place is called, where the files of resources are, and which should be on this machine and are not.
    fileprivate func lookingUp(_ asset: AssetDescription) -> AssetDescription {
        var asset = asset
        asset.placeNames = placeNames(of: asset.record, in: TitleLanguage([ToolLanguage.current.tag]))
        asset.isDateGuessed = isDateGuessed(of: asset.record, asset.resources)
        for resource in asset.resources where resource.isLocal {
            if let path = try? path(of: resource) { asset.paths[resource.id] = path.display }
            do throws(LibraryError) {
                try requireFile(of: resource)
            } catch {
                if error.code == .missing { asset.missing.insert(resource.id) }
            }
        }
        return asset
    }
}
