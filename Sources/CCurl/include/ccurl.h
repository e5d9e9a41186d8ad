#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

/// HTTP requests by the system's libcurl, one after the other over a connection that stays open between them.
///
/// The library is loaded for the first connection: linked, it would cost every program's start 7 ms and 8 MB. OpenSSL should be set up before that, as
/// ccrypto.h does it.
typedef struct ccurl_connection ccurl_connection;

typedef struct {
    /// Percent-encoded.
    const char *url;
    const char *method;
    /// "Name: value".
    const char *const *headers;
    size_t header_count;
    /// Bytes that are sent; -1 where the request has no body.
    int64_t body_size;
    /// Fills the buffer, or a part of it, with the next bytes of the body; a negative result ends the request with CCURL_STOPPED.
    int64_t (*read)(void *context, char *buffer, size_t count);
    /// Takes a line of the head of the answer, its status line first. Other than 0 ends the request with CCURL_STOPPED.
    int (*header)(void *context, const char *line, size_t count);
    /// Takes the next bytes of the answer. Other than 0 ends the request with CCURL_STOPPED.
    int (*write)(void *context, const char *bytes, size_t count);
    /// 0 ends the request with CCURL_STOPPED. Asked at least once a second, and after ccurl_wake.
    int (*is_wanted)(void *context);
    void *context;
    /// Seconds until a connection has to stand.
    long connect_seconds;
    /// Seconds in which nothing moves before the request is given up.
    long stall_seconds;
    /// A file of certificates to trust instead of the system's; NULL for those.
    const char *certificates;
    /// 1 never goes through a proxy that the environment names.
    int is_direct;
} ccurl_request;

typedef enum {
    CCURL_DONE,
    /// One of the functions ended it.
    CCURL_STOPPED,
    /// The server's name is not known.
    CCURL_NO_HOST,
    /// No connection: nothing was sent.
    CCURL_NO_CONNECTION,
    /// No connection that could be trusted: nothing was sent.
    CCURL_NOT_TRUSTED,
    /// Nothing moved for too long.
    CCURL_STALLED,
    /// The connection ended in the middle, or what came is no HTTP.
    CCURL_BROKEN,
    /// No memory, or a request that can't be made.
    CCURL_FAILED,
} ccurl_result;

/// NULL where libcurl can't be loaded or has no memory.
ccurl_connection *ccurl_new(void);

/// Sends a request and waits for the end of its answer. One thread at a time.
/// - message: what libcurl says of a failure, of at least 256 bytes; empty where it says nothing.
ccurl_result ccurl_perform(ccurl_connection *connection, const ccurl_request *request, char *message);

/// Has a request ask is_wanted at once. Any thread.
void ccurl_wake(ccurl_connection *connection);

void ccurl_free(ccurl_connection *connection);

#endif
