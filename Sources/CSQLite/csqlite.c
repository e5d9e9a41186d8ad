#include <sqlite3.h>
#include "csqlite.h"

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
