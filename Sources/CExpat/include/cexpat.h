#ifndef CEXPAT_H
#define CEXPAT_H

#include <stddef.h>

/// Reads XML by the system's libexpat, which is loaded for the first text: a server that nobody sends XML to does without it.
typedef struct {
    /// Takes the beginning of an element, the name as its namespace, a line feed and the local name; without the first two where it has no namespace. Other than 0 ends the
    /// reading with CEXPAT_STOPPED.
    int (*begin)(void *context, const char *name);
    /// Takes a piece of the text within the element at hand, in UTF-8.
    int (*text)(void *context, const char *bytes, size_t count);
    int (*end)(void *context);
    void *context;
} cexpat_handlers;

typedef enum {
    CEXPAT_READ,
    /// One of the functions ended it.
    CEXPAT_STOPPED,
    /// It has a document type, with which a short text can stand for a very long one, or for files.
    CEXPAT_TYPED,
    /// It is no well-formed XML.
    CEXPAT_MALFORMED,
    /// There is no libexpat, or no memory.
    CEXPAT_FAILED,
} cexpat_result;

/// Reads a whole text. Any thread.
/// - message: of CEXPAT_MALFORMED, what is wrong with it, of at least 128 bytes.
cexpat_result cexpat_read(const char *bytes, size_t count, const cexpat_handlers *handlers, char *message);

#endif
