extension OpenAPIDocument {
    /// Many photos as one file.
    static let archivePaths = #"""
        "/api/archives": {
            "post": {
                "operationId": "archive", "summary": "Gets an address at which these assets' files are one ZIP archive: what each shows, with the movie of a Live Photo.",
                "requestBody": {
                    "required": true,
                    "content": {"application/json": {"schema": {
                        "type": "object", "required": ["assets"], "properties": {"assets": {"$ref": "#/components/schemas/IDs"}}
                    }}}
                },
                "responses": {
                    "200": {
                        "description": "What will be in it, and what will not.",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Archive"}}}
                    },
                    "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/archive/{token}": {
            "get": {
                "operationId": "download", "summary": "An archive, once, within ten minutes.",
                "parameters": [{"name": "token", "in": "path", "required": true, "description": "As POST /api/archives gave it.", "schema": {"type": "string"}}],
                "responses": {
                    "200": {
                        "description": "Stored, not compressed, of the length that was announced. A file that turns out to be damaged on the way is left out, and named in “Left out.txt”.",
                        "content": {"application/zip": {}}
                    },
                    "410": {"$ref": "#/components/responses/Problem"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        }
        """#

    static let archiveSchemas = #"""
        "Archive": {
            "type": "object", "required": ["url", "filename", "assets", "files", "bytes", "leftOut"], "additionalProperties": false,
            "properties": {
                "url": {"type": "string", "description": "Good once, for ten minutes."}, "filename": {"type": "string"},
                "assets": {"$ref": "#/components/schemas/Count"}, "files": {"$ref": "#/components/schemas/Count"},
                "bytes": {"type": "integer", "minimum": 0, "description": "Of the whole archive."},
                "leftOut": {
                    "type": "array", "maxItems": 100, "description": "Files that are not there or are of another size. The archive names them in “Left out.txt”.",
                    "items": {
                        "type": "object", "required": ["filename", "reason"],
                        "properties": {"filename": {"type": "string"}, "reason": {"type": "string"}}
                    }
                }
            }
        }
        """#
}
