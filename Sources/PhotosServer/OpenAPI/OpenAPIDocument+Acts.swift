extension OpenAPIDocument {
    /// Albums, and what a person does.
    static let actPaths = #"""
        "/api/collections": {
            "get": {
                "operationId": "collections", "summary": "Smart albums, then albums and folders as a tree, depth first.",
                "responses": {
                    "200": {
                        "description": "In the order in which they are shown.",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Collections"}}}
                    },
                    "304": {"$ref": "#/components/responses/NotModified"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/api/acts": {
            "post": {
                "operationId": "act", "summary": "Changes the library: all of it happens, or nothing.",
                "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Act"}}}},
                "responses": {
                    "200": {"description": "Done.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Done"}}}},
                    "415": {"$ref": "#/components/responses/Problem"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/api/undo": {
            "post": {
                "operationId": "undo", "summary": "Takes an act back, or does again what was taken back.",
                "requestBody": {
                    "required": true,
                    "content": {
                        "application/json": {"schema": {"type": "object", "required": ["undo"], "properties": {"undo": {"type": "string"}}}}
                    }
                },
                "responses": {
                    "200": {
                        "description": "Done; its token does it again.",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Done"}}}
                    },
                    "410": {"$ref": "#/components/responses/Problem"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        }
        """#

    static let actSchemas = #"""
        "CollectionID": {"type": "string", "pattern": "^([0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}|smart:[A-Za-z]+)$"},
        "IDs": {"type": "array", "items": {"$ref": "#/components/schemas/ID"}},
        "Collections": {
            "type": "object", "required": ["position", "collections"], "additionalProperties": false,
            "properties": {
                "position": {"$ref": "#/components/schemas/Position"},
                "collections": {"type": "array", "items": {"$ref": "#/components/schemas/Collection"}}
            }
        },
        "Collection": {
            "type": "object", "required": ["id", "kind", "subtype", "parent", "title", "count", "key", "can"],
            "properties": {
                "id": {"$ref": "#/components/schemas/CollectionID"}, "kind": {"enum": ["album", "folder", "smart"]},
                "subtype": {"type": "string"}, "parent": {"oneOf": [{"$ref": "#/components/schemas/ID"}, {"type": "null"}]},
                "title": {"type": ["string", "null"]}, "count": {"type": ["integer", "null"], "minimum": 0},
                "key": {"oneOf": [{"$ref": "#/components/schemas/Tile"}, {"type": "null"}]},
                "can": {"type": "array", "items": {"enum": ["rename", "delete", "add", "remove", "reorder", "arrange"]}}
            }
        },
        "Act": {
            "oneOf": [
                {
                    "type": "object", "required": ["act", "assets", "value"],
                    "properties": {
                        "act": {"enum": ["favorite", "hide"]}, "assets": {"$ref": "#/components/schemas/IDs"}, "value": {"type": "boolean"}
                    }
                },
                {
                    "type": "object", "required": ["act", "assets"],
                    "properties": {"act": {"enum": ["delete", "restore", "purge"]}, "assets": {"$ref": "#/components/schemas/IDs"}}
                },
                {
                    "type": "object", "required": ["act", "title"],
                    "properties": {
                        "act": {"const": "createAlbum"}, "title": {"type": "string"}, "parent": {"type": ["string", "null"]},
                        "assets": {"$ref": "#/components/schemas/IDs"}
                    }
                },
                {
                    "type": "object", "required": ["act", "title"],
                    "properties": {"act": {"const": "createFolder"}, "title": {"type": "string"}, "parent": {"type": ["string", "null"]}}
                },
                {
                    "type": "object", "required": ["act", "collection", "title"],
                    "properties": {"act": {"const": "rename"}, "collection": {"$ref": "#/components/schemas/ID"}, "title": {"type": "string"}}
                },
                {
                    "type": "object", "required": ["act", "collection"],
                    "properties": {"act": {"const": "deleteCollection"}, "collection": {"$ref": "#/components/schemas/ID"}}
                },
                {
                    "type": "object", "required": ["act", "collection"],
                    "properties": {
                        "act": {"const": "moveCollection"}, "collection": {"$ref": "#/components/schemas/ID"},
                        "parent": {"type": ["string", "null"]}, "before": {"type": ["string", "null"]}
                    }
                },
                {
                    "type": "object", "required": ["act", "collection", "assets"],
                    "properties": {
                        "act": {"enum": ["addAssets", "removeAssets"]}, "collection": {"$ref": "#/components/schemas/ID"},
                        "assets": {"$ref": "#/components/schemas/IDs"}
                    }
                },
                {
                    "type": "object", "required": ["act", "collection", "assets"],
                    "properties": {
                        "act": {"const": "moveAssets"}, "collection": {"$ref": "#/components/schemas/ID"},
                        "assets": {"$ref": "#/components/schemas/IDs"}, "before": {"type": ["string", "null"]}
                    }
                },
                {
                    "type": "object", "required": ["act", "assets"],
                    "properties": {
                        "act": {"const": "describe"}, "assets": {"$ref": "#/components/schemas/IDs"}, "title": {"type": ["string", "null"]},
                        "caption": {"type": ["string", "null"]}, "keywords": {"type": "array", "items": {"type": "string"}}
                    }
                }
            ]
        },
        "Done": {
            "type": "object", "required": ["position", "changed", "undo", "title", "done"],
            "properties": {
                "position": {"$ref": "#/components/schemas/Position"}, "changed": {"$ref": "#/components/schemas/Count"},
                "created": {"type": ["string", "null"]},
                "undo": {"type": ["string", "null"], "description": "Good for /api/undo, once; null for what can't be taken back."},
                "title": {"type": "string", "description": "What was done, for a person who reads English."},
                "done": {
                    "type": "object", "required": ["act"], "additionalProperties": false, "description": "What title says, for sentences of other languages.",
                    "properties": {
                        "act": {"type": "string", "description": "As asked for, or unfavorite, unhide, createAlbumWith, undescribe, nothing."},
                        "kinds": {
                            "type": "object", "required": ["kind", "count"], "additionalProperties": false,
                            "properties": {"kind": {"enum": ["photos", "videos", "items"]}, "count": {"$ref": "#/components/schemas/Count"}}
                        },
                        "name": {"type": "string", "description": "Of the album or folder."}, "new": {"type": "string", "description": "What it is called from now on."},
                        "fields": {"type": "array", "items": {"enum": ["title", "caption", "keywords"]}},
                        "taken": {
                            "type": "object", "required": ["isRedo", "some", "count"], "additionalProperties": false,
                            "description": "Where it was taken back, or done again: how many of how many.",
                            "properties": {
                                "isRedo": {"type": "boolean"}, "some": {"$ref": "#/components/schemas/Count"}, "count": {"$ref": "#/components/schemas/Count"}
                            }
                        }
                    }
                }
            }
        }
        """#
}
