// The locks of the decoder process, one function each. Their order matters and is the caller's: see Decoding's Lockdown.
#ifndef CSYSTEM_SANDBOX_H
#define CSYSTEM_SANDBOX_H

#include <stdint.h>

/// Namespaces entered, as bits in the answer of `clinux_unshare`.
#define CSYS_NAMESPACE_USER 1
#define CSYS_NAMESPACE_NETWORK 2
#define CSYS_NAMESPACE_OTHERS 4

/// Leaves the network, IPC, mount and host name namespaces of the parent, through a new user namespace where that is needed. Only before the
/// first thread. Returns CSYS_NAMESPACE bits, 0 where the system allows none.
int clinux_unshare(void);

/// No program started from here on gains privileges. Returns 0 or -errno.
int clinux_no_new_privileges(void);

/// Confines the calling thread, and threads it makes later, to reading and executing beneath `paths` (NULL ends them; missing ones are skipped), without
/// TCP, without signals or abstract sockets to the outside where the kernel knows how. Returns the kernel's Landlock version or -errno.
int clinux_landlock(const char *const *paths);

/// An open descriptor of a directory that is empty, deleted, and can never hold a file. Returns it or -errno.
int clinux_empty_root(void);

/// Makes that directory the root of the whole process. Returns 0 or -errno.
int clinux_enter_root(int directory);

/// Gives up every capability. Returns 0 or -errno.
int clinux_drop_capabilities(void);

/// Not readable by a debugger, no core file. Returns 0 or -errno.
int clinux_not_dumpable(void);

/// Limits private memory to `data` bytes, mappings of any kind to `mapped` bytes, descriptors to `descriptors`, written files and core files to
/// nothing. Returns 0 or -errno.
int clinux_limit_resources(uint64_t data, uint64_t mapped, uint64_t descriptors);

#endif
