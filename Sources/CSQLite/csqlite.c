#include "csqlite.h"

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

static int set(sqlite3 *connection, int option, int value) {
    int now = -1;
    int code = sqlite3_db_config(connection, option, value, &now);
    return code != SQLITE_OK ? code : now == value ? SQLITE_OK : SQLITE_ERROR;
}

int csqlite_defend(sqlite3 *connection) {
    int code = set(connection, SQLITE_DBCONFIG_DEFENSIVE, 1);
    return code != SQLITE_OK ? code : set(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
}

int csqlite_keep_log(sqlite3 *connection, int keeps) {
    return set(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps);
}

void csqlite_read_shared(const void *shared, void *words, int count) {
    const uint64_t *from = shared;
    char *to = words;
    for (int word = 0; word < count; word++, to += sizeof *from) {
        uint64_t value = __atomic_load_n(from + word, __ATOMIC_RELAXED);
        memcpy(to, &value, sizeof value);
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

int csqlite_are_words(const void *shared, const void *words, int count) {
    const uint64_t *now = shared;
    const char *then = words;
    uint64_t differing = 0;
    for (int word = 0; word < count; word++, then += sizeof *now) {
        uint64_t value;
        memcpy(&value, then, sizeof value);
        differing |= value ^ __atomic_load_n(now + word, __ATOMIC_RELAXED);
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return differing == 0;
}
