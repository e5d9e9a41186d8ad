#include "warnings.h"

#include <libavutil/log.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static _Thread_local struct {
    bool listens;
    int count;
    char first[160];
} ear;

static void hear(void *from, int level, const char *format, va_list values) {
    (void)from;
    // Above the lowest byte stands a colour.
    if (!ear.listens || (level & 0xff) > AV_LOG_ERROR) return;
    if (ear.count++ == 0) vsnprintf(ear.first, sizeof ear.first, format, values);
}

void cmedia_hush(void) { av_log_set_callback(hear); }

void cmedia_warnings_listen(void) {
    cmedia_hush();
    ear.listens = true;
    ear.count = 0;
    ear.first[0] = 0;
}

int cmedia_warnings_heard(char *text, size_t size) {
    ear.listens = false;
    ear.first[strcspn(ear.first, "\r\n")] = 0;
    snprintf(text, size, "%s", ear.first);
    return ear.count;
}
