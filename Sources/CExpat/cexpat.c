#include <dlfcn.h>
#include <expat.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include "cexpat.h"

#define MESSAGE_BYTES 128

// Written by load, which pthread_once lets run once and before anybody reads this.
static struct {
    __typeof__(&XML_ParserCreateNS) new;
    __typeof__(&XML_ParserFree) free;
    __typeof__(&XML_SetUserData) set_context;
    __typeof__(&XML_SetElementHandler) set_element;
    __typeof__(&XML_SetCharacterDataHandler) set_text;
    __typeof__(&XML_SetStartDoctypeDeclHandler) set_type;
    __typeof__(&XML_StopParser) stop;
    __typeof__(&XML_Parse) parse;
    __typeof__(&XML_GetErrorCode) error;
    __typeof__(&XML_ErrorString) text;
} expat;
static int is_loaded = 0;

static void load(void) {
    void *library = dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int found = 1;
#define FIND(member, name) found = (expat.member = (__typeof__(expat.member))dlsym(library, name)) && found
    FIND(new, "XML_ParserCreateNS");
    FIND(free, "XML_ParserFree");
    FIND(set_context, "XML_SetUserData");
    FIND(set_element, "XML_SetElementHandler");
    FIND(set_text, "XML_SetCharacterDataHandler");
    FIND(set_type, "XML_SetStartDoctypeDeclHandler");
    FIND(stop, "XML_StopParser");
    FIND(parse, "XML_Parse");
    FIND(error, "XML_GetErrorCode");
    FIND(text, "XML_ErrorString");
#undef FIND
    is_loaded = found;
}

typedef struct {
    const cexpat_handlers *handlers;
    XML_Parser parser;
    cexpat_result result;
} reading;

static void stop(reading *reading, cexpat_result result) {
    // libexpat may call once more after it was told to stop: what ended the reading stays.
    if (reading->result == CEXPAT_READ) reading->result = result;
    expat.stop(reading->parser, XML_FALSE);
}

static void XMLCALL began(void *context, const XML_Char *name, const XML_Char **attributes) {
    reading *reading = context;
    (void)attributes;
    if (reading->result == CEXPAT_READ && reading->handlers->begin(reading->handlers->context, name)) stop(reading, CEXPAT_STOPPED);
}

static void XMLCALL ended(void *context, const XML_Char *name) {
    reading *reading = context;
    (void)name;
    if (reading->result == CEXPAT_READ && reading->handlers->end(reading->handlers->context)) stop(reading, CEXPAT_STOPPED);
}

static void XMLCALL came(void *context, const XML_Char *bytes, int count) {
    reading *reading = context;
    if (reading->result == CEXPAT_READ && reading->handlers->text(reading->handlers->context, bytes, (size_t)count)) stop(reading, CEXPAT_STOPPED);
}

static void XMLCALL typed(void *context, const XML_Char *name, const XML_Char *system, const XML_Char *public, int has_subset) {
    (void)name, (void)system, (void)public, (void)has_subset;
    stop(context, CEXPAT_TYPED);
}

cexpat_result cexpat_read(const char *bytes, size_t count, const cexpat_handlers *handlers, char *message) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    message[0] = 0;
    if (!is_loaded || count > INT_MAX) return CEXPAT_FAILED;
    XML_Parser parser = expat.new(NULL, '\n');
    if (!parser) return CEXPAT_FAILED;
    reading reading = {handlers, parser, CEXPAT_READ};
    expat.set_context(parser, &reading);
    expat.set_element(parser, began, ended);
    expat.set_text(parser, came);
    expat.set_type(parser, typed);
    if (expat.parse(parser, bytes, (int)count, 1) != XML_STATUS_OK && reading.result == CEXPAT_READ) {
        enum XML_Error error = expat.error(parser);
        const XML_LChar *text = expat.text(error);
        reading.result = error == XML_ERROR_NO_MEMORY ? CEXPAT_FAILED : CEXPAT_MALFORMED;
        snprintf(message, MESSAGE_BYTES, "%s", text ? text : "");
    }
    expat.free(parser);
    return reading.result;
}
