import HTTPTypes

extension HTTPField.Name {
    /// The name of a header as it stands in the code.
    static func named(_ text: StaticString) -> HTTPField.Name { token(text) { HTTPField.Name($0) } }
}

extension HTTPRequest.Method {
    /// A method as it stands in the code.
    static func named(_ text: StaticString) -> HTTPRequest.Method { token(text) { HTTPRequest.Method($0) } }
}

/// Only a name that is written wrong in the code is none, and nothing that anybody sends gets here: so whoever makes one need not ask.
private func token<Name>(_ text: StaticString, _ make: (String) -> Name?) -> Name {
    guard let name = make(text.description) else { preconditionFailure("“\(text)” is no token, so it names neither a header nor a method. Write it otherwise.") }
    return name
}
