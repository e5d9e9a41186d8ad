import Descriptions
import Hummingbird

/// The description of everything that is served, as OpenAPI 3.1. Its parts stand beside it, by what they are about.
enum OpenAPIDocument {
    static let all: [Route] = [Route("/api/openapi.json", needs: .nothing) { request, _, _ in Response.json(bytes, for: request) }]

    private static let bytes = Array(text.utf8)

    static let text = """
        {
        "openapi": "3.1.0",
        "info": {
            "title": "OpenPhotoKit gallery", "version": "\(ProductVersion.text)",
            "description": "One photo library over HTTP. Every error is a problem document (RFC 9457). Images have addresses that never change their \
        content; lists are read in ranges, and followed by server-sent events that name what changed by index."
        },
        "paths": {\([viewPaths, actPaths, archivePaths, renditionPaths, pagePaths].joined(separator: ",\n"))},
        "components": {
            "parameters": {\(parameters)},
            "responses": {\(responses)},
            "schemas": {\([viewSchemas, assetSchemas, actSchemas, archiveSchemas].joined(separator: ",\n"))},
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer", "description": "The token of PHOTOS_TOKEN or --token-file."},
                "cookie": {
                    "type": "apiKey", "in": "cookie", "name": "photos-8420", "description": "A session: set by opening the printed address, or /?token=TOKEN, \
                    once; named after the port, and good as long as the server runs."
                }
            }
        },
        "security": [{"bearer": []}, {"cookie": []}]
        }
        """

    static let parameters = #"""
        "in": {
            "name": "in", "in": "query",
            "description": "The place: library (nothing hidden or deleted), album:UUID, smart:NAME by PHAssetCollectionSubtype, burst:UUID for all frames of the burst that an asset is of, hidden or trash.",
            "schema": {"type": "string", "default": "library", "pattern": "^(library|hidden|trash|album:[0-9A-Fa-f-]{36}|burst:[0-9A-Fa-f-]{36}|smart:[A-Za-z]+)$"}
        },
        "q": {
            "name": "q", "in": "query",
            "description": "Words that name a kind or a date, or are in texts of an asset (always so in quotation marks); or a condition of NSPredicate.",
            "schema": {"type": "string", "maxLength": 2000, "default": ""}
        },
        "order": {
            "name": "order", "in": "query",
            "description": "By when it was taken, by the clock at that place, or as the album has it. Inside an album its own order is the standard, elsewhere newest.",
            "schema": {"type": "string", "enum": ["newest", "oldest", "album"]}
        },
        "tz": {
            "name": "tz", "in": "query", "description": "Whose today a search means: a time zone of the IANA database. The library's where it is absent.",
            "schema": {"type": "string"}
        },
        "id": {"name": "id", "in": "path", "required": true, "description": "An asset's UUID.", "schema": {"$ref": "#/components/schemas/ID"}},
        "revision": {
            "name": "revision", "in": "path", "required": true,
            "description": "As the asset's answers tell it. Another one than the current leads there by a 302.",
            "schema": {"type": "integer", "minimum": 0}
        },
        "range": {"name": "Range", "in": "header", "description": "A range of bytes.", "schema": {"type": "string"}}
        """#

    static let responses = #"""
        "Problem": {
            "description": "Why there is no answer, in words for a person.",
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
        },
        "NotModified": {"description": "The client has it already."}
        """#

    static let pagePaths = #"""
        "/": {
            "get": {
                "operationId": "page", "summary": "The gallery.",
                "parameters": [
                    {
                        "name": "key", "in": "query", "description": "Of an address that was printed: exchanged once for a session's cookie.",
                        "schema": {"type": "string", "pattern": "^[0-9a-f]{32}$"}
                    },
                    {"name": "token", "in": "query", "description": "The owner's token, exchanged for a session's cookie.", "schema": {"type": "string"}}
                ],
                "responses": {
                    "200": {"description": "The page.", "content": {"text/html": {"schema": {"type": "string"}}}},
                    "303": {"description": "The same without the proof; a browser gets a page that leads there."}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/{file}": {
            "get": {
                "operationId": "pageFile", "summary": "A script, style sheet or icon of the page.",
                "parameters": [{"name": "file", "in": "path", "required": true, "schema": {"type": "string"}}],
                "responses": {
                    "200": {"description": "The file, with a strong validator."}, "304": {"$ref": "#/components/responses/NotModified"},
                    "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/api/openapi.json": {
            "get": {
                "operationId": "description", "summary": "This document.",
                "responses": {
                    "200": {"description": "OpenAPI 3.1.", "content": {"application/json": {"schema": {"type": "object"}}}},
                    "304": {"$ref": "#/components/responses/NotModified"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        }
        """#
}
