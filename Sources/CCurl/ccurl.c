#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "ccurl.h"

// Written by load, which pthread_once lets run once and before anybody reads this.
static struct {
    __typeof__(&curl_global_init) global_init;
    __typeof__(&curl_easy_init) easy_init;
    __typeof__(&curl_easy_reset) easy_reset;
    __typeof__(&curl_easy_setopt) set;
    __typeof__(&curl_easy_strerror) text;
    __typeof__(&curl_easy_cleanup) easy_cleanup;
    __typeof__(&curl_slist_append) append;
    __typeof__(&curl_slist_free_all) free_list;
    __typeof__(&curl_multi_init) multi_init;
    __typeof__(&curl_multi_setopt) multi_set;
    __typeof__(&curl_multi_add_handle) add;
    __typeof__(&curl_multi_remove_handle) remove;
    __typeof__(&curl_multi_perform) perform;
    __typeof__(&curl_multi_poll) poll;
    __typeof__(&curl_multi_wakeup) wakeup;
    __typeof__(&curl_multi_info_read) info;
    __typeof__(&curl_multi_cleanup) multi_cleanup;
} curl;
static int is_loaded = 0;

struct ccurl_connection {
    CURLM *multi;
    CURL *easy;
};

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int found = 1;
#define FIND(member, name) found = (curl.member = (__typeof__(curl.member))dlsym(library, name)) && found
    FIND(global_init, "curl_global_init");
    FIND(easy_init, "curl_easy_init");
    FIND(easy_reset, "curl_easy_reset");
    FIND(set, "curl_easy_setopt");
    FIND(text, "curl_easy_strerror");
    FIND(easy_cleanup, "curl_easy_cleanup");
    FIND(append, "curl_slist_append");
    FIND(free_list, "curl_slist_free_all");
    FIND(multi_init, "curl_multi_init");
    FIND(multi_set, "curl_multi_setopt");
    FIND(add, "curl_multi_add_handle");
    FIND(remove, "curl_multi_remove_handle");
    FIND(perform, "curl_multi_perform");
    FIND(poll, "curl_multi_poll");
    FIND(wakeup, "curl_multi_wakeup");
    FIND(info, "curl_multi_info_read");
    FIND(multi_cleanup, "curl_multi_cleanup");
#undef FIND
    is_loaded = found && curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

ccurl_connection *ccurl_new(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) return NULL;
    ccurl_connection *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    connection->multi = curl.multi_init();
    connection->easy = curl.easy_init();
    if (!connection->multi || !connection->easy) {
        ccurl_free(connection);
        return NULL;
    }
    // Without this a connection would be kept for each of several servers that a name has.
    curl.multi_set(connection->multi, CURLMOPT_MAXCONNECTS, 1L);
    return connection;
}

void ccurl_free(ccurl_connection *connection) {
    if (!connection) return;
    if (connection->easy) curl.easy_cleanup(connection->easy);
    if (connection->multi) curl.multi_cleanup(connection->multi);
    free(connection);
}

void ccurl_wake(ccurl_connection *connection) { curl.wakeup(connection->multi); }

struct running {
    const ccurl_request *request;
    int is_stopped;
};

static size_t on_read(char *buffer, size_t size, size_t count, void *context) {
    struct running *running = context;
    int64_t result = running->request->read(running->request->context, buffer, size * count);
    if (result >= 0) return (size_t)result;
    running->is_stopped = 1;
    return CURL_READFUNC_ABORT;
}

static size_t on_header(char *line, size_t size, size_t count, void *context) {
    struct running *running = context;
    if (running->request->header(running->request->context, line, size * count) == 0) return size * count;
    running->is_stopped = 1;
    return 0;
}

static size_t on_write(char *bytes, size_t size, size_t count, void *context) {
    struct running *running = context;
    if (running->request->write(running->request->context, bytes, size * count) == 0) return size * count;
    running->is_stopped = 1;
    // Anything but the count ends it; of nothing, nothing is written.
    return size * count == 0 ? 1 : 0;
}

static ccurl_result meaning(CURLcode code) {
    switch (code) {
    case CURLE_OK: return CCURL_DONE;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return CCURL_NO_HOST;
    case CURLE_COULDNT_CONNECT: return CCURL_NO_CONNECTION;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_ISSUER_ERROR: return CCURL_NOT_TRUSTED;
    case CURLE_OPERATION_TIMEDOUT: return CCURL_STALLED;
    case CURLE_OUT_OF_MEMORY:
    case CURLE_FAILED_INIT:
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_BAD_FUNCTION_ARGUMENT:
    case CURLE_UNKNOWN_OPTION: return CCURL_FAILED;
    default: return CCURL_BROKEN;
    }
}

ccurl_result ccurl_perform(ccurl_connection *connection, const ccurl_request *request, char *message) {
    CURL *easy = connection->easy;
    struct running running = {.request = request};
    struct curl_slist *headers = NULL;
    message[0] = 0;
    // Connections live in the multi handle, and outlast this.
    curl.easy_reset(easy);
    // No waiting for leave to send, and nothing of libcurl's own.
    static const char *const own[] = {"Expect:", "Accept:", "Content-Type:", "Transfer-Encoding:"};
    for (size_t i = 0; i < sizeof own / sizeof own[0] + request->header_count; i++) {
        const char *line = i < sizeof own / sizeof own[0] ? own[i] : request->headers[i - sizeof own / sizeof own[0]];
        struct curl_slist *longer = curl.append(headers, line);
        if (!longer) {
            curl.free_list(headers);
            return CCURL_FAILED;
        }
        headers = longer;
    }
    curl.set(easy, CURLOPT_ERRORBUFFER, message);
    curl.set(easy, CURLOPT_URL, request->url);
    curl.set(easy, CURLOPT_PATH_AS_IS, 1L);
    curl.set(easy, CURLOPT_HTTPHEADER, headers);
    curl.set(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl.set(easy, CURLOPT_HTTP09_ALLOWED, 0L);
    curl.set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl.set(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl.set(easy, CURLOPT_NOSIGNAL, 1L);
    curl.set(easy, CURLOPT_CONNECTTIMEOUT, request->connect_seconds);
    curl.set(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl.set(easy, CURLOPT_LOW_SPEED_TIME, request->stall_seconds);
    curl.set(easy, CURLOPT_BUFFERSIZE, 256L << 10);
    curl.set(easy, CURLOPT_UPLOAD_BUFFERSIZE, 256L << 10);
    curl.set(easy, CURLOPT_HEADERFUNCTION, on_header);
    curl.set(easy, CURLOPT_HEADERDATA, &running);
    curl.set(easy, CURLOPT_WRITEFUNCTION, on_write);
    curl.set(easy, CURLOPT_WRITEDATA, &running);
    if (request->certificates) curl.set(easy, CURLOPT_CAINFO, request->certificates);
    if (request->is_direct) curl.set(easy, CURLOPT_NOPROXY, "*");
    if (request->body_size >= 0) {
        curl.set(easy, CURLOPT_UPLOAD, 1L);
        curl.set(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->body_size);
        curl.set(easy, CURLOPT_READFUNCTION, on_read);
        curl.set(easy, CURLOPT_READDATA, &running);
    } else if (strcmp(request->method, "HEAD") == 0) {
        curl.set(easy, CURLOPT_NOBODY, 1L);
    }
    curl.set(easy, CURLOPT_CUSTOMREQUEST, request->method);

    ccurl_result result = CCURL_FAILED;
    if (curl.add(connection->multi, easy) == CURLM_OK) {
        int count = 1;
        while (1) {
            if (!request->is_wanted(request->context)) {
                running.is_stopped = 1;
                break;
            }
            if (curl.perform(connection->multi, &count) != CURLM_OK) break;
            if (count == 0) {
                int rest;
                CURLMsg *end = curl.info(connection->multi, &rest);
                if (end && end->msg == CURLMSG_DONE) {
                    result = meaning(end->data.result);
                    if (result != CCURL_DONE && !message[0]) strncat(message, curl.text(end->data.result), CURL_ERROR_SIZE - 1);
                }
                break;
            }
            if (curl.poll(connection->multi, NULL, 0, 1000, NULL) != CURLM_OK) break;
        }
        // Removed in the middle, it closes its connection.
        curl.remove(connection->multi, easy);
    }
    curl.set(easy, CURLOPT_ERRORBUFFER, NULL);
    curl.set(easy, CURLOPT_HTTPHEADER, NULL);
    curl.free_list(headers);
    return running.is_stopped ? CCURL_STOPPED : result;
}
