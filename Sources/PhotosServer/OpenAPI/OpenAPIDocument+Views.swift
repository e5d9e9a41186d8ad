extension OpenAPIDocument {
    /// Where lists are read and followed.
    static let viewPaths = #"""
        "/api/library": {
            "get": {
                "operationId": "library", "summary": "The library and how much is in it.",
                "responses": {
                    "200": {
                        "description": "Every number is a look-up.",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Library"}}}
                    },
                    "304": {"$ref": "#/components/responses/NotModified"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/api/timeline": {
            "get": {
                "operationId": "timeline", "summary": "How many assets each day or month of a list has, in the list's order.",
                "parameters": [
                    {"$ref": "#/components/parameters/in"}, {"$ref": "#/components/parameters/q"}, {"$ref": "#/components/parameters/order"},
                    {"$ref": "#/components/parameters/tz"},
                    {"name": "by", "in": "query", "schema": {"type": "string", "enum": ["day", "month"], "default": "day"}}
                ],
                "responses": {
                    "200": {
                        "description": "The sum of all counts is the list's length.",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Timeline"}}}
                    },
                    "304": {"$ref": "#/components/responses/NotModified"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/api/assets": {
            "get": {
                "operationId": "assets", "summary": "A stretch of a list.",
                "parameters": [
                    {"$ref": "#/components/parameters/in"}, {"$ref": "#/components/parameters/q"}, {"$ref": "#/components/parameters/order"},
                    {"$ref": "#/components/parameters/tz"},
                    {"name": "offset", "in": "query", "schema": {"type": "integer", "minimum": 0, "default": 0}},
                    {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 1000, "default": 200}}
                ],
                "responses": {
                    "200": {
                        "description": "Fewer than asked for at the list's end.",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Page"}}}
                    },
                    "304": {"$ref": "#/components/responses/NotModified"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/api/assets/{id}": {
            "get": {
                "operationId": "asset", "summary": "Everything about one asset.", "parameters": [{"$ref": "#/components/parameters/id"}],
                "responses": {
                    "200": {
                        "description": "What the command line tool shows as well, and what a page needs besides.",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Asset"}}}
                    },
                    "304": {"$ref": "#/components/responses/NotModified"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/api/assets/{id}/exposure": {
            "get": {
                "operationId": "exposure", "summary": "How a photo was exposed, read from its original.",
                "parameters": [{"$ref": "#/components/parameters/id"}],
                "responses": {
                    "200": {
                        "description": "What the file says; null for what nobody knows, and all of it where there is no file to be read.",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Exposure"}}}
                    },
                    "304": {"$ref": "#/components/responses/NotModified"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/api/place": {
            "get": {
                "operationId": "place", "summary": "Where an asset stands in a list, or where it would.",
                "parameters": [
                    {"$ref": "#/components/parameters/in"}, {"$ref": "#/components/parameters/q"}, {"$ref": "#/components/parameters/order"},
                    {"$ref": "#/components/parameters/tz"},
                    {"name": "id", "in": "query", "required": true, "schema": {"$ref": "#/components/schemas/ID"}}
                ],
                "responses": {
                    "200": {"description": "Its place.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Place"}}}},
                    "304": {"$ref": "#/components/responses/NotModified"}, "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        },
        "/api/changes": {
            "get": {
                "operationId": "changes", "summary": "Follows a list by server-sent events.",
                "description": "First `hello` with the list as it is, then `change` after commits. A comment every 15 seconds is a sign of life.",
                "parameters": [
                    {"$ref": "#/components/parameters/in"}, {"$ref": "#/components/parameters/q"}, {"$ref": "#/components/parameters/order"},
                    {"$ref": "#/components/parameters/tz"}
                ],
                "responses": {
                    "200": {
                        "description": "The data of `hello` is a Hello, that of `change` a Change.",
                        "content": {"text/event-stream": {"schema": {"type": "string"}}}
                    },
                    "default": {"$ref": "#/components/responses/Problem"}
                }
            }
        }
        """#

    static let viewSchemas = #"""
        "ID": {
            "type": "string", "pattern": "^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$", "description": "An upper-case UUID."
        },
        "Count": {"type": "integer", "minimum": 0},
        "Position": {
            "type": "integer", "minimum": 0, "description": "A place in the library's change log: what is told at one position fits together."
        },
        "Ranges": {
            "type": "array", "description": "Start and length, ascending.",
            "items": {
                "type": "array", "prefixItems": [{"$ref": "#/components/schemas/Count"}, {"type": "integer", "minimum": 1}], "items": false,
                "minItems": 2
            }
        },
        "Problem": {
            "type": "object", "required": ["type", "title", "status", "detail"], "additionalProperties": false,
            "properties": {
                "type": {"type": "string", "pattern": "^/problems/[a-z-]+$", "description": "Stable, to be tested for."},
                "title": {"type": "string"}, "status": {"type": "integer", "minimum": 400, "maximum": 599},
                "detail": {"type": "string", "description": "What happened to what, and what to do next."},
                "instance": {"type": "string", "description": "The path that was asked for."},
                "code": {"type": "string", "description": "Of a search: which kind of mistake."},
                "position": {"type": "integer", "minimum": 0, "description": "Of a search: where the mistake is, in characters."},
                "words": {"type": "string", "description": "Of a search that can't be read as a condition: one for the same words as they stand."},
                "instead": {"type": "string", "description": "Of a condition that compares a date with a number: the one for the year that was most likely meant."}
            }
        },
        "Library": {
            "type": "object", "required": ["name", "path", "uuid", "version", "position", "counts", "writable"], "additionalProperties": false,
            "properties": {
                "name": {"type": "string"},
                "path": {"type": "string", "description": "Where the library lies on the machine that serves it, as --library takes it there."},
                "uuid": {"$ref": "#/components/schemas/ID"}, "version": {"type": "string"},
                "position": {"$ref": "#/components/schemas/Position"},
                "counts": {
                    "type": "object", "required": ["assets", "images", "videos", "favorites", "hidden", "trashed"],
                    "additionalProperties": {"$ref": "#/components/schemas/Count"}
                },
                "writable": {"type": "boolean"}
            }
        },
        "Timeline": {
            "type": "object", "required": ["position", "count", "by", "buckets", "search", "order"], "additionalProperties": false,
            "properties": {
                "position": {"$ref": "#/components/schemas/Position"}, "count": {"$ref": "#/components/schemas/Count"},
                "by": {"enum": ["day", "month"]}, "order": {"enum": ["newest", "oldest", "album"]},
                "buckets": {
                    "type": "array",
                    "description": "A day or month where the photos were taken, and its count; null for assets without a date, and for an album in an order of its own.",
                    "items": {
                        "type": "array",
                        "prefixItems": [
                            {"type": ["string", "null"], "pattern": "^[+-]?[0-9]{4,}-[0-9]{2}(-[0-9]{2})?$"}, {"type": "integer", "minimum": 1}
                        ],
                        "items": false, "minItems": 2
                    }
                },
                "search": {
                    "type": "object", "required": ["kind", "predicate", "understood"], "additionalProperties": false,
                    "properties": {
                        "kind": {"enum": ["none", "words", "predicate"]},
                        "predicate": {"type": "string", "description": "The condition, also what words became; empty without one."},
                        "understood": {
                            "type": "array", "description": "What words were understood as a date or a kind, in their order.",
                            "items": {
                                "type": "object", "required": ["text", "rest", "type"],
                                "properties": {
                                    "text": {"type": "string", "description": "The words, as they were typed."},
                                    "rest": {"type": "string", "description": "The search without them."},
                                    "type": {"enum": ["kind", "days", "yearly"]}, "kind": {"type": "string"},
                                    "spans": {
                                        "type": "array", "description": "One of these, from a day through another; open where an end is null.",
                                        "items": {
                                            "type": "object", "required": ["from", "to"],
                                            "properties": {"from": {"type": ["string", "null"]}, "to": {"type": ["string", "null"]}}
                                        }
                                    },
                                    "month": {"type": "integer", "minimum": 1, "maximum": 12},
                                    "day": {"type": ["integer", "null"], "minimum": 1, "maximum": 31}
                                }
                            }
                        }
                    }
                }
            }
        },
        "Page": {
            "type": "object", "required": ["position", "count", "offset", "assets"], "additionalProperties": false,
            "properties": {
                "position": {"$ref": "#/components/schemas/Position"}, "count": {"$ref": "#/components/schemas/Count"},
                "offset": {"$ref": "#/components/schemas/Count"},
                "assets": {"type": "array", "maxItems": 1000, "items": {"$ref": "#/components/schemas/Tile"}}
            }
        },
        "Place": {
            "type": "object", "required": ["position", "index", "nearest"], "additionalProperties": false,
            "properties": {
                "position": {"$ref": "#/components/schemas/Position"},
                "index": {"type": ["integer", "null"], "minimum": 0, "description": "null for an asset that is not in the list."},
                "nearest": {"$ref": "#/components/schemas/Count"}
            }
        },
        "Hello": {
            "type": "object", "required": ["position", "count"], "additionalProperties": false,
            "properties": {"position": {"$ref": "#/components/schemas/Position"}, "count": {"$ref": "#/components/schemas/Count"}}
        },
        "Change": {
            "type": "object", "required": ["position", "count", "incremental", "removed", "inserted", "changed", "collections"],
            "additionalProperties": false,
            "properties": {
                "position": {"$ref": "#/components/schemas/Position"}, "count": {"$ref": "#/components/schemas/Count"},
                "incremental": {"type": "boolean", "description": "false: fetch the list anew."},
                "removed": {"$ref": "#/components/schemas/Ranges", "description": "In the list before; what moved is removed and inserted."},
                "inserted": {"$ref": "#/components/schemas/Ranges"}, "changed": {"$ref": "#/components/schemas/Ranges"},
                "collections": {"type": "boolean", "description": "Albums, or the counts of smart albums, changed."}
            }
        }
        """#
}
