#include <dlfcn.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/opensslv.h>
#include <limits.h>
#include <pthread.h>
#include "ccrypto.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
// The one whose headers were compiled in.
#define LIBRARY "libcrypto.so." TEXT(OPENSSL_SHLIB_VERSION)

// Written by load, which pthread_once lets run once and before anybody reads this.
static struct {
    __typeof__(&OPENSSL_init_crypto) init;
    __typeof__(&EVP_MD_CTX_new) new;
    __typeof__(&EVP_MD_CTX_free) free;
    __typeof__(&EVP_MD_CTX_copy_ex) copy;
    __typeof__(&EVP_sha256) sha256;
    __typeof__(&EVP_sha1) sha1;
    __typeof__(&EVP_DigestInit_ex) begin;
    __typeof__(&EVP_DigestUpdate) update;
    __typeof__(&EVP_DigestFinal_ex) end;
    __typeof__(&HMAC) hmac;
    __typeof__(&EVP_PBE_scrypt) scrypt;
    __typeof__(&EVP_CIPHER_CTX_new) new_cipher;
    __typeof__(&EVP_CIPHER_CTX_free) free_cipher;
    __typeof__(&EVP_aes_256_gcm) aes;
    __typeof__(&EVP_CIPHER_CTX_ctrl) control;
    __typeof__(&EVP_CipherInit_ex) begin_cipher;
    __typeof__(&EVP_CipherUpdate) update_cipher;
    __typeof__(&EVP_CipherFinal_ex) end_cipher;
} crypto;
static int is_loaded = 0;

static void load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    crypto.init = (__typeof__(crypto.init))dlsym(library, "OPENSSL_init_crypto");
    crypto.new = (__typeof__(crypto.new))dlsym(library, "EVP_MD_CTX_new");
    crypto.free = (__typeof__(crypto.free))dlsym(library, "EVP_MD_CTX_free");
    crypto.copy = (__typeof__(crypto.copy))dlsym(library, "EVP_MD_CTX_copy_ex");
    crypto.sha256 = (__typeof__(crypto.sha256))dlsym(library, "EVP_sha256");
    crypto.sha1 = (__typeof__(crypto.sha1))dlsym(library, "EVP_sha1");
    crypto.begin = (__typeof__(crypto.begin))dlsym(library, "EVP_DigestInit_ex");
    crypto.update = (__typeof__(crypto.update))dlsym(library, "EVP_DigestUpdate");
    crypto.end = (__typeof__(crypto.end))dlsym(library, "EVP_DigestFinal_ex");
    if (!crypto.init || !crypto.new || !crypto.free || !crypto.copy || !crypto.sha256 || !crypto.sha1) return;
    if (!crypto.begin || !crypto.update || !crypto.end) return;
    crypto.hmac = (__typeof__(crypto.hmac))dlsym(library, "HMAC");
    crypto.scrypt = (__typeof__(crypto.scrypt))dlsym(library, "EVP_PBE_scrypt");
    crypto.new_cipher = (__typeof__(crypto.new_cipher))dlsym(library, "EVP_CIPHER_CTX_new");
    crypto.free_cipher = (__typeof__(crypto.free_cipher))dlsym(library, "EVP_CIPHER_CTX_free");
    crypto.aes = (__typeof__(crypto.aes))dlsym(library, "EVP_aes_256_gcm");
    crypto.control = (__typeof__(crypto.control))dlsym(library, "EVP_CIPHER_CTX_ctrl");
    crypto.begin_cipher = (__typeof__(crypto.begin_cipher))dlsym(library, "EVP_CipherInit_ex");
    crypto.update_cipher = (__typeof__(crypto.update_cipher))dlsym(library, "EVP_CipherUpdate");
    crypto.end_cipher = (__typeof__(crypto.end_cipher))dlsym(library, "EVP_CipherFinal_ex");
    if (!crypto.hmac || !crypto.scrypt || !crypto.new_cipher || !crypto.free_cipher || !crypto.aes || !crypto.control) return;
    if (!crypto.begin_cipher || !crypto.update_cipher || !crypto.end_cipher) return;
    // libcrypto takes its locks down when the process exits, while a thread of ours may still be hashing; it is asked to leave them.
    is_loaded = crypto.init(OPENSSL_INIT_NO_ATEXIT, NULL) == 1;
}

static int is_there(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

ccrypto_hash *ccrypto_hash_new(ccrypto_algorithm algorithm) {
    if (!is_there()) return NULL;
    EVP_MD_CTX *hash = crypto.new();
    if (hash && crypto.begin(hash, algorithm == CCRYPTO_SHA1 ? crypto.sha1() : crypto.sha256(), NULL) == 1) return hash;
    crypto.free(hash);
    return NULL;
}

int ccrypto_hash_update(ccrypto_hash *hash, const void *bytes, size_t count) {
    return hash && crypto.update(hash, bytes, count) == 1;
}

int ccrypto_hash_digest(const ccrypto_hash *hash, unsigned char *digest) {
    EVP_MD_CTX *copy = hash ? crypto.new() : NULL;
    if (!copy) return 0;
    int is_done = crypto.copy(copy, hash) == 1 && crypto.end(copy, digest, NULL) == 1;
    crypto.free(copy);
    return is_done;
}

void ccrypto_hash_free(ccrypto_hash *hash) {
    if (hash) crypto.free(hash);
}

int ccrypto_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count, unsigned char *code) {
    return is_there() && key_count <= INT_MAX && crypto.hmac(crypto.sha256(), key, (int)key_count, bytes, count, code, NULL) != NULL;
}

int ccrypto_scrypt(const void *password, size_t password_count, const unsigned char *salt, size_t salt_count, uint64_t cost, uint64_t block, uint64_t parallel,
                   unsigned char *key, size_t key_count) {
    // libcrypto's own limit is 32 MB; what the parameters need is a little more than the table.
    uint64_t memory = 128 * block * (cost + parallel + 4);
    return is_there() && crypto.scrypt(password, password_count, salt, salt_count, cost, block, parallel, memory, key, key_count) == 1;
}

ccrypto_cipher *ccrypto_cipher_new(const unsigned char *key) {
    EVP_CIPHER_CTX *cipher = is_there() ? crypto.new_cipher() : NULL;
    if (cipher && crypto.begin_cipher(cipher, crypto.aes(), NULL, key, NULL, 1) == 1) return cipher;
    if (cipher) crypto.free_cipher(cipher);
    return NULL;
}

// What both directions begin with: the nonce, and what is authenticated only.
static int begin(ccrypto_cipher *cipher, const unsigned char *nonce, const void *header, size_t header_count, size_t count, int seals) {
    int done;
    if (!cipher || header_count > INT_MAX || count > INT_MAX) return 0;
    if (crypto.begin_cipher(cipher, NULL, NULL, NULL, nonce, seals) != 1) return 0;
    return header_count == 0 || crypto.update_cipher(cipher, NULL, &done, header, (int)header_count) == 1;
}

int ccrypto_seal(
    ccrypto_cipher *cipher, const unsigned char *nonce, const void *header, size_t header_count, const unsigned char *bytes, size_t count, unsigned char *sealed,
    unsigned char *tag) {
    int done = 0, rest = 0;
    unsigned char none[16];
    if (!begin(cipher, nonce, header, header_count, count, 1)) return 0;
    if (count > 0 && (crypto.update_cipher(cipher, sealed, &done, bytes, (int)count) != 1 || done != (int)count)) return 0;
    return crypto.end_cipher(cipher, none, &rest) == 1 && rest == 0 && crypto.control(cipher, EVP_CTRL_AEAD_GET_TAG, 16, tag) == 1;
}

int ccrypto_open(
    ccrypto_cipher *cipher, const unsigned char *nonce, const void *header, size_t header_count, const unsigned char *sealed, size_t count,
    const unsigned char *tag, unsigned char *bytes) {
    int done = 0, rest = 0;
    unsigned char none[16];
    if (!begin(cipher, nonce, header, header_count, count, 0)) return 0;
    if (count > 0 && (crypto.update_cipher(cipher, bytes, &done, sealed, (int)count) != 1 || done != (int)count)) return 0;
    if (crypto.control(cipher, EVP_CTRL_AEAD_SET_TAG, 16, (void *)tag) != 1) return 0;
    return crypto.end_cipher(cipher, none, &rest) == 1 && rest == 0;
}

void ccrypto_cipher_free(ccrypto_cipher *cipher) {
    if (cipher) crypto.free_cipher(cipher);
}
