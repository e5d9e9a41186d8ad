#ifndef OPENPHOTOKIT_MEDIA_WARNINGS_H
#define OPENPHOTOKIT_MEDIA_WARNINGS_H

#include <stddef.h>

// libavcodec shows what it can of broken data and tells only its log. Where another library decodes with it, the log is all there is to learn from.

/// Whatever the libraries have to say goes nowhere, but for what a thread listens to. Called before they are used; cheap.
void cmedia_hush(void);

/// From now on errors of this thread are counted, from none.
void cmedia_warnings_listen(void);
/// Ends that. How many there were; `text` gets the words of the first.
int cmedia_warnings_heard(char *text, size_t size);

#endif
