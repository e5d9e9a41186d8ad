import WebDAV

/// Writes what was asked of one file or folder after the other.
struct PropfindAnswer: Sendable {
    let wish: PropfindWish
    /// Whether what is not there is left out.
    let isBrief: Bool
    /// In seconds since 1970.
    let now: Double

    func write(_ resource: DAVResource, to xml: inout XMLWriter) {
        xml.element("response") { xml in
            xml.element("href", resource.href)
            switch wish {
            case .names:
                propstat(200, &xml) { xml in for name in DAVResource.properties where resource.has(name) { xml.empty(name) } }
            case .all(let more):
                let asked = DAVResource.properties.map { XMLName.dav($0) }
                values(asked.filter { resource.has($0.local) } + more.filter { !asked.contains($0) }, of: resource, &xml)
            case .properties(let names): values(names, of: resource, &xml)
            }
        }
    }

    private func values(_ names: [XMLName], of resource: DAVResource, _ xml: inout XMLWriter) {
        let isThere = { (name: XMLName) in name.namespace == XMLName.davNamespace && resource.has(name.local) }
        let there = names.filter(isThere), missing = isBrief ? [] : names.filter { !isThere($0) }
        // An answer without any is none.
        if !there.isEmpty || missing.isEmpty {
            propstat(200, &xml) { xml in for name in there { resource.write(name.local, now: now, to: &xml) } }
        }
        if !missing.isEmpty { propstat(404, &xml) { xml in for name in missing { xml.empty(name) } } }
    }

    private func propstat(_ status: Int, _ xml: inout XMLWriter, _ properties: (inout XMLWriter) -> Void) {
        xml.element("propstat") { xml in
            xml.element("prop", properties)
            xml.element("status", "HTTP/1.1 \(status) \(status == 200 ? "OK" : "Not Found")")
        }
    }
}
