#ifndef CSQLITE_H
#define CSQLITE_H

typedef struct sqlite3 sqlite3;

/// Has a connection refuse what an ordinary change never does to the file (writing the schema's table or pages as such), and the schema of the
/// file call only functions that can do no harm. sqlite3_db_config takes a varying number of arguments, which Swift can't call.
/// Returns 0, or SQLite's code where it is too old for one of them.
int csqlite_defend(sqlite3 *connection);

/// Whether the write-ahead log stays as it is when this connection is the last one to close; otherwise it is brought into the file and removed.
/// Returns as csqlite_defend does.
int csqlite_keep_log(sqlite3 *connection, int keeps);

/// Copies `count` words of 8 bytes from memory that other processes write, each of them whole, and all before anything that is read afterwards.
void csqlite_read_shared(const void *shared, void *words, int count);

/// Whether such memory holds these words; 1 or 0.
int csqlite_are_words(const void *shared, const void *words, int count);

#endif
