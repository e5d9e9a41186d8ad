import Descriptions
import Foundation
import LibraryEngine
import PhotoModel
import Support
import WebDAV

/// A file or a folder as an answer describes it.
struct DAVResource: Sendable {
    let href: String
    let name: String
    let isFolder: Bool
    var size: Int64?
    var type: String?
    var tag: String?
    /// In seconds since 1970.
    var modified: Double?
    var created: Double?
    var lock: DAVLock?
    var takesLocks = false
    /// Of the disk, for whom it is to be told.
    var disk: DiskSpace.Figures?

    /// What is told unasked, in the order in which it is told.
    static let properties = [
        "resourcetype", "displayname", "creationdate", "getlastmodified", "getcontentlength", "getcontenttype", "getetag", "supportedlock", "lockdiscovery",
    ]

    /// Whether there is such a property of it.
    func has(_ property: String) -> Bool {
        switch property {
        case "resourcetype", "displayname", "supportedlock", "lockdiscovery": true
        case "creationdate": created != nil
        case "getlastmodified": modified != nil
        case "getcontentlength": size != nil
        case "getcontenttype": type != nil
        case "getetag": tag != nil
        case "quota-available-bytes", "quota-used-bytes": disk != nil
        default: false
        }
    }

    func write(_ property: String, now: Double, to xml: inout XMLWriter) {
        switch property {
        case "resourcetype": if isFolder { xml.element(property) { $0.empty("collection") } } else { xml.empty(property) }
        case "displayname": xml.element(property, name)
        case "creationdate": if let created { xml.element(property, Timestamp.utc(Self.calendrical(created) - Timestamp.secondsFrom1970To2001)) }
        case "getlastmodified": if let modified { xml.element(property, Self.text(ofDate: modified)) }
        case "getcontentlength": if let size { xml.element(property, "\(size)") }
        case "getcontenttype": if let type { xml.element(property, type) }
        case "getetag": if let tag { xml.element(property, tag) }
        case "supportedlock":
            xml.element(property) { xml in
                guard takesLocks else { return }
                xml.element("lockentry") { xml in
                    xml.element("lockscope") { $0.empty("exclusive") }
                    xml.element("locktype") { $0.empty("write") }
                }
            }
        case "lockdiscovery": xml.element(property) { xml in if let lock { lock.write(to: &xml, now: now) } }
        case "quota-available-bytes": if let disk { xml.element(property, "\(disk.free)") }
        case "quota-used-bytes": if let disk { xml.element(property, "\(max(0, disk.total - disk.free))") }
        default: return
        }
    }

    /// As HTTP writes it, of seconds since 1970.
    static func text(ofDate seconds: Double) -> String { HTTPDate.text(Int(calendrical(seconds).rounded(.down))) }

    /// Within the years that dates are written of.
    private static func calendrical(_ seconds: Double) -> Double { seconds.isFinite ? min(max(seconds, -62_135_596_800), 253_402_300_799) : 0 }
}

extension DAVLock {
    func write(to xml: inout XMLWriter, now: Double) {
        xml.element("activelock") { xml in
            xml.element("locktype") { $0.empty("write") }
            xml.element("lockscope") { $0.empty("exclusive") }
            xml.element("depth", "0")
            if !owner.isEmpty { xml.element("owner") { xml in if isOwnerAddress { xml.element("href", owner) } else { xml.text(owner) } } }
            xml.element("timeout", "Second-\(Int(max(1, (end - now).rounded(.up))))")
            xml.element("locktoken") { $0.element("href", token) }
            xml.element("lockroot") { $0.element("href", path.href(isFolder: false)) }
        }
    }
}
