#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <stddef.h>
#include <stdint.h>

/// Hashes and ciphers by the system's libcrypto. The library is loaded for the first of them: it is large, and most of what only looks at photos hashes nothing.
typedef struct evp_md_ctx_st ccrypto_hash;

typedef enum { CCRYPTO_SHA256, CCRYPTO_SHA1 } ccrypto_algorithm;

/// NULL where libcrypto can't be loaded, does not know the algorithm or has no memory. Any thread.
ccrypto_hash *ccrypto_hash_new(ccrypto_algorithm algorithm);

/// Returns 1, or 0 where it failed, as it does for NULL.
int ccrypto_hash_update(ccrypto_hash *hash, const void *bytes, size_t count);

/// Writes the 32 bytes, or 20 of SHA-1, of all bytes so far; more may follow. Returns as ccrypto_hash_update does.
int ccrypto_hash_digest(const ccrypto_hash *hash, unsigned char *digest);

void ccrypto_hash_free(ccrypto_hash *hash);

/// HMAC with SHA-256: 32 bytes. Returns 1, or 0 where it failed.
int ccrypto_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count, unsigned char *code);

/// scrypt (RFC 7914) of a password: `cost` is N, a power of two. Takes 128 * cost * block bytes, which the caller bounds. Any thread.
/// Returns 1, or 0 where libcrypto can't be loaded, refuses the parameters or has no memory.
int ccrypto_scrypt(const void *password, size_t password_count, const unsigned char *salt, size_t salt_count, uint64_t cost, uint64_t block, uint64_t parallel,
                   unsigned char *key, size_t key_count);

/// AES with 256 bits in Galois/Counter Mode, under one key; used by one thread at a time.
typedef struct evp_cipher_ctx_st ccrypto_cipher;

/// NULL where libcrypto can't be loaded or has no memory. The key has 32 bytes.
ccrypto_cipher *ccrypto_cipher_new(const unsigned char *key);

/// Encrypts `count` bytes to as many, and writes a tag of 16 bytes. The nonce has 12 bytes; `header` is authenticated and not encrypted. Returns 1 or 0.
int ccrypto_seal(
    ccrypto_cipher *cipher, const unsigned char *nonce, const void *header, size_t header_count, const unsigned char *bytes, size_t count, unsigned char *sealed,
    unsigned char *tag);

/// Reverses ccrypto_seal: 1 where the tag is right; otherwise 0, and what was written is to be thrown away.
int ccrypto_open(
    ccrypto_cipher *cipher, const unsigned char *nonce, const void *header, size_t header_count, const unsigned char *sealed, size_t count,
    const unsigned char *tag, unsigned char *bytes);

void ccrypto_cipher_free(ccrypto_cipher *cipher);

#endif
