import Support

/// Where the files of a gazetteer are.
package struct GazetteerFiles: Sendable, Hashable {
    /// Folder of `cities15000.txt`, `admin1Codes.txt` and `countryInfo.txt`, as GeoNames publishes them.
    package var tables: String
    /// Folder of `LANGUAGE/LC_MESSAGES/geonames.mo`, in which the names are translated. None need be there.
    package var translations: String

    package init(tables: String, translations: String) { (self.tables, self.translations) = (tables, translations) }

    /// Debian's, which has the tables.
    static let source = DataPackage(name: "libtimezonemap-data", lack: "Places have no names")

    /// Those of Debian's packages `libtimezonemap-data` and `libgeonames-common`.
    package static let installed = GazetteerFiles(tables: "/usr/share/libtimezonemap/ui", translations: "/usr/share/locale")

    var towns: String { tables + "/cities15000.txt" }
    var regions: String { tables + "/admin1Codes.txt" }
    var countries: String { tables + "/countryInfo.txt" }
    func translation(_ language: String) -> String { "\(translations)/\(language)/LC_MESSAGES/geonames.mo" }
}
