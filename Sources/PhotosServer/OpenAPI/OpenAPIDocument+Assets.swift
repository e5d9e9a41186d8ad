extension OpenAPIDocument {
    /// Pictures, originals and videos.
    static let renditionPaths = #"""
        "/image/{id}/{revision}/{size}": {
            "get": {
                "operationId": "image", "summary": "A picture as JPEG, upright; a video's poster frame.",
                "parameters": [
                    {"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/revision"},
                    {
                        "name": "size", "in": "path", "required": true,
                        "description": "Longest side: thumbnail 256, medium 640, preview 1440, full all there is; unadjusted is a preview of the photo before its edits.",
                        "schema": {"enum": ["thumbnail", "medium", "preview", "full", "unadjusted"]}
                    }
                ],
                "responses": {
                    "200": {"description": "Never another one at this address.", "content": {"image/jpeg": {}}},
                    "302": {"description": "The revision is not the current one: the current one's address."},
                    "304": {"$ref": "#/components/responses/NotModified"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/api/thumbnails": {
            "get": {
                "operationId": "thumbnails", "summary": "Many stored thumbnails at once, for a page full of pictures.",
                "parameters": [
                    {
                        "name": "of", "in": "query", "required": true,
                        "description": "From 1 to 100 of `UUID.REVISION`, separated by commas.",
                        "schema": {"type": "string"}
                    },
                    {
                        "name": "size", "in": "query", "description": "As in the addresses of pictures.",
                        "schema": {"enum": ["thumbnail", "medium"], "default": "thumbnail"}
                    }
                ],
                "responses": {
                    "200": {
                        "description": "One for each that was named, in that order. Never another answer at this address, unless a thumbnail is null.",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thumbnails"}}}
                    },
                    "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/original/{id}/{revision}": {
            "get": {
                "operationId": "original", "summary": "The bytes of a file of the asset, as they came in.",
                "parameters": [
                    {"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/revision"},
                    {"$ref": "#/components/parameters/range"},
                    {
                        "name": "resource", "in": "query",
                        "description": "Index in the asset's resources; that of the current version where it is absent.",
                        "schema": {"type": "integer", "minimum": 0}
                    },
                    {
                        "name": "download", "in": "query", "allowEmptyValue": true, "description": "To be saved rather than shown.",
                        "schema": {"type": "string"}
                    }
                ],
                "responses": {
                    "200": {"description": "The whole file; its ETag is its SHA-256."}, "206": {"description": "The range that was asked for."},
                    "302": {"description": "The current revision's address."}, "304": {"$ref": "#/components/responses/NotModified"},
                    "416": {"$ref": "#/components/responses/Problem"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/video/{id}/{revision}": {
            "get": {
                "operationId": "video", "summary": "A video to play.",
                "parameters": [
                    {"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/revision"},
                    {"$ref": "#/components/parameters/range"}
                ],
                "responses": {
                    "200": {"description": "The whole file."}, "206": {"description": "The range that was asked for."},
                    "302": {"description": "The current revision's address."}, "304": {"$ref": "#/components/responses/NotModified"},
                    "416": {"$ref": "#/components/responses/Problem"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/live/{id}/{revision}": {
            "get": {
                "operationId": "live", "summary": "The video of a Live Photo.",
                "parameters": [
                    {"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/revision"},
                    {"$ref": "#/components/parameters/range"}
                ],
                "responses": {
                    "200": {"description": "The whole file."}, "206": {"description": "The range that was asked for."},
                    "302": {"description": "The current revision's address."}, "304": {"$ref": "#/components/responses/NotModified"},
                    "416": {"$ref": "#/components/responses/Problem"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        }
        """#

    static let assetSchemas = #"""
        "Thumbnails": {
            "type": "object", "required": ["type", "thumbnails"], "additionalProperties": false,
            "properties": {
                "type": {"const": "image/jpeg"},
                "thumbnails": {
                    "type": "array",
                    "items": {
                        "type": ["string", "null"], "contentEncoding": "base64",
                        "description": "null where none is stored: its own address, /image/UUID/REVISION/thumbnail or medium, makes it."
                    }
                }
            }
        },
        "Colours": {
            "type": ["string", "null"], "pattern": "^[0-9A-F]{24}$",
            "description": "RRGGBB of the upright picture's quarters, row by row. null where nobody has looked yet."
        },
        "Date": {"type": ["string", "null"], "pattern": "^[+-]?[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$"},
        "Subtypes": {"type": "array", "items": {"type": "string"}, "description": "Case names of PHAssetMediaSubtype, such as photoLive."},
        "Tile": {
            "type": "object", "description": "What it takes to show an asset among others.",
            "required": [
                "id", "revision", "date", "offset", "width", "height", "kind", "subtypes", "duration", "isFavorite", "isHidden", "isDamaged", "expires", "burst",
                "burstPick", "raw", "edited", "filename", "title", "placeholder"
            ],
            "additionalProperties": false,
            "properties": {
                "id": {"$ref": "#/components/schemas/ID"}, "revision": {"$ref": "#/components/schemas/Count"},
                "date": {"type": ["number", "null"], "description": "Seconds since 1970."},
                "offset": {"type": ["integer", "null"], "description": "Seconds east of UTC where it was taken; the library's where nobody knows."},
                "width": {"$ref": "#/components/schemas/Count"},
                "height": {"$ref": "#/components/schemas/Count"}, "kind": {"enum": ["image", "video", "audio", "unknown"]},
                "subtypes": {"$ref": "#/components/schemas/Subtypes"}, "duration": {"type": "number", "minimum": 0},
                "isFavorite": {"type": "boolean"}, "isHidden": {"type": "boolean"}, "isDamaged": {"type": "boolean"},
                "expires": {"type": ["number", "null"], "description": "Of what is in Recently Deleted: when its thirty days are over, in seconds since 1970."},
                "burst": {"type": "boolean"},
                "burstPick": {"type": "boolean", "description": "A frame that the camera or a person picked, or that stands for its burst."},
                "raw": {"type": "boolean"}, "edited": {"type": "boolean"}, "filename": {"type": "string"}, "title": {"type": ["string", "null"]},
                "placeholder": {"$ref": "#/components/schemas/Colours"}
            }
        },
        "Exposure": {
            "type": "object", "additionalProperties": false,
            "required": ["exposureTime", "fNumber", "iso", "focalLength", "focalLengthIn35mm", "flashFired", "software"],
            "properties": {
                "exposureTime": {"type": ["number", "null"], "description": "Seconds."}, "fNumber": {"type": ["number", "null"]},
                "iso": {"type": ["integer", "null"]}, "focalLength": {"type": ["number", "null"], "description": "Millimetres."},
                "focalLengthIn35mm": {"type": ["integer", "null"]}, "flashFired": {"type": ["boolean", "null"]}, "software": {"type": ["string", "null"]}
            }
        },
        "Resource": {
            "type": "object", "required": ["type", "filename", "uniformTypeIdentifier", "size", "sha256", "state", "damage"],
            "additionalProperties": false,
            "properties": {
                "type": {"type": "string"}, "filename": {"type": "string"}, "uniformTypeIdentifier": {"type": "string"},
                "size": {"$ref": "#/components/schemas/Count"}, "sha256": {"type": "string", "pattern": "^[0-9a-f]*$"},
                "state": {"enum": ["local", "cloud", "both", "missing"]}, "damage": {"type": ["string", "null"]}
            }
        },
        "Asset": {
            "type": "object", "additionalProperties": false,
            "required": [
                "localIdentifier", "filename", "mediaType", "mediaSubtypes", "playbackStyle", "creationDate", "creationOffset",
                "modificationDate", "addedDate", "trashedDate", "pixelWidth", "pixelHeight", "duration", "location", "isFavorite", "isHidden",
                "isTrashed", "hasAdjustments", "isDamaged", "damage", "burstIdentifier", "representsBurst", "contentIdentifier", "title",
                "caption", "rating", "keywords", "camera", "resources", "id", "revision", "placeholder", "albums", "burstCount", "metadata",
                "urls"
            ],
            "properties": {
                "localIdentifier": {"type": "string"}, "filename": {"type": "string"},
                "mediaType": {"enum": ["image", "video", "audio", "unknown"]}, "mediaSubtypes": {"$ref": "#/components/schemas/Subtypes"},
                "playbackStyle": {"type": "string"}, "creationDate": {"$ref": "#/components/schemas/Date"},
                "creationOffset": {"type": ["integer", "null"], "description": "Seconds east of UTC where it was taken."},
                "modificationDate": {"$ref": "#/components/schemas/Date"}, "addedDate": {"$ref": "#/components/schemas/Date"},
                "trashedDate": {"$ref": "#/components/schemas/Date"}, "pixelWidth": {"$ref": "#/components/schemas/Count"},
                "pixelHeight": {"$ref": "#/components/schemas/Count"}, "duration": {"type": "number", "minimum": 0},
                "location": {
                    "type": ["object", "null"], "required": ["latitude", "longitude"],
                    "properties": {"latitude": {"type": "number"}, "longitude": {"type": "number"}}
                },
                "isFavorite": {"type": "boolean"}, "isHidden": {"type": "boolean"}, "isTrashed": {"type": "boolean"},
                "hasAdjustments": {"type": "boolean"}, "isDamaged": {"type": "boolean"}, "damage": {"type": ["string", "null"]},
                "burstIdentifier": {"type": ["string", "null"]}, "representsBurst": {"type": "boolean"},
                "contentIdentifier": {"type": ["string", "null"]}, "title": {"type": ["string", "null"]}, "caption": {"type": ["string", "null"]},
                "rating": {"type": ["integer", "null"], "minimum": 1, "maximum": 5}, "keywords": {"type": "array", "items": {"type": "string"}},
                "camera": {
                    "type": ["object", "null"],
                    "properties": {
                        "make": {"type": ["string", "null"]}, "model": {"type": ["string", "null"]}, "lens": {"type": ["string", "null"]}
                    }
                },
                "resources": {"type": "array", "items": {"$ref": "#/components/schemas/Resource"}}, "id": {"$ref": "#/components/schemas/ID"},
                "revision": {"$ref": "#/components/schemas/Count"}, "placeholder": {"$ref": "#/components/schemas/Colours"},
                "albums": {
                    "type": "array",
                    "items": {
                        "type": "object", "required": ["id", "title"], "additionalProperties": false,
                        "properties": {"id": {"$ref": "#/components/schemas/ID"}, "title": {"type": ["string", "null"]}}
                    }
                },
                "burstCount": {"type": ["integer", "null"], "minimum": 1, "description": "Frames of its burst."},
                "metadata": {"type": "object", "description": "What the catalogue knows of how it was taken and of its file."},
                "urls": {
                    "type": "object", "required": ["thumbnail", "medium", "preview", "full", "unadjusted", "original", "video", "live"],
                    "additionalProperties": {"type": ["string", "null"]}
                }
            }
        }
        """#
}
