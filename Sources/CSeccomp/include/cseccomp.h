// The last lock of the decoder process, apart from CLinux's since it links libseccomp.
#ifndef CSECCOMP_H
#define CSECCOMP_H

/// From here on, in every thread, only the calls that decoding needs; opening a file fails, and whatever reaches for the network, another
/// program or another process ends this one. Returns 0 or -errno.
int cseccomp_filter_calls(void);

#endif
