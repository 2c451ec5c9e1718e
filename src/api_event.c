/*
 * Events: the copy that a publisher makes, and what is taken out of it.
 *
 *     properties: jdbc.password = "hunter2", url = "pg://me:hunter2@host/?token=abc"
 *     becomes     jdbc.password = "***",     url = "pg://me:***@host/?token=***"
 */
#ifndef COLLINE_WITHOUT_BUS
#include "api_bus.h"

#include "lineage/result.h"

/* ---- One allocation ------------------------------------------------------------------------------ */

enum { LEAST_VALUE = 4 }; /* bytes of a property's value, so that *** fits */

bool cln_event_read_context(colline_event_context *known, const colline_event_context *given)
{
    *known = (colline_event_context)COLLINE_EVENT_CONTEXT_INIT;
    return given == NULL || (cln_read_sized(known, sizeof *known, given) &&
                             (known->properties != NULL || known->property_count == 0));
}

/* The texts of a context, for loops. */
enum { CONTEXT_TEXTS = 7 };

static const char **context_text(colline_event_context *c, int i)
{
    const char **const texts[CONTEXT_TEXTS] = { &c->query_id, &c->session_id, &c->user,    &c->client,
                                                &c->catalog,  &c->database,   &c->state };

    return texts[i];
}

static size_t size_of(const char *text)
{
    return text != NULL ? strlen(text) + 1 : 0;
}

static size_t size_of_value(const char *text)
{
    size_t size = size_of(text);

    return size < LEAST_VALUE ? LEAST_VALUE : size;
}

static const char *put_text(char **end, const char *text, size_t room)
{
    char *start = *end;

    if (text == NULL)
        return NULL;
    memcpy(start, text, strlen(text) + 1);
    *end += room;
    return start;
}

static size_t texts_size(colline_event_context *context)
{
    size_t size = 0;

    for (int i = 0; i < CONTEXT_TEXTS; i++)
        size += size_of(*context_text(context, i));
    for (size_t i = 0; i < context->property_count; i++)
        size += size_of(context->properties[i].name) + size_of_value(context->properties[i].value);
    return size;
}

static void copy_texts(cln_event *event, char *end)
{
    for (int i = 0; i < CONTEXT_TEXTS; i++) {
        const char **text = context_text(&event->context, i);
        *text = put_text(&end, *text, size_of(*text));
    }
    for (size_t i = 0; i < event->context.property_count; i++) {
        const colline_property *given = &event->context.properties[i];
        event->properties[i].name = put_text(&end, given->name, size_of(given->name));
        event->properties[i].value = put_text(&end, given->value, size_of_value(given->value));
    }
    event->context.properties = event->properties;
}

cln_event *cln_event_new(const colline_allocator *allocator, const colline_event_context *given, const char *sql,
                         size_t length)
{
    colline_event_context context;
    cln_event *event;
    size_t properties, size;
    char *end;

    if (!cln_event_read_context(&context, given) || length >= UINT32_MAX ||
        context.property_count > UINT32_MAX / sizeof *event->properties)
        return NULL;
    properties = context.property_count * sizeof *event->properties;
    size = sizeof *event + properties + texts_size(&context) + length + 1;
    event = allocator->allocate(allocator->context, size);
    if (event == NULL)
        return NULL;
    memset(event, 0, sizeof *event);
    atomic_init(&event->references, 1);
    event->allocator = *allocator;
    event->size = size;
    event->context = context;
    event->properties = (colline_property *)(void *)(event + 1);
    end = (char *)(event + 1) + properties;
    if (length > 0)
        memcpy(end, sql, length);
    end[length] = '\0';
    event->told.context = &event->context;
    event->told.sql = (colline_text){ end, (uint32_t)length };
    event->told.lineage = CLN_TEXT("");
    copy_texts(event, end + length + 1);
    return event;
}

void cln_event_release(cln_event *event)
{
    if (atomic_fetch_sub_explicit(&event->references, 1, memory_order_acq_rel) != 1)
        return;
    colline_free(event->lineage);
    event->allocator.release(event->allocator.context, event, event->size);
}

/* ---- Secrets ------------------------------------------------------------------------------------- */

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Whether a name tells of a secret, whatever its case and separators:  db.api_key  ->  dbapikey */
static bool names_secret(const char *name, size_t length)
{
    static const char *const parts[] = { "password",   "passwd",     "pwd",       "passphrase", "secret", "token",
                                         "credential", "apikey",     "accesskey", "privatekey", "authorization",
                                         "cookie",     "signature" };
    static const char *const wholes[] = { "pass", "auth", "pw" };
    char plain[128];
    size_t count = 0;

    for (size_t i = 0; i < length && count + 1 < sizeof plain; i++)
        if (is_word_char(name[i]))
            plain[count++] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
    plain[count] = '\0';
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(plain, parts[i]) != NULL)
            return true;
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
        if (strcmp(plain, wholes[i]) == 0)
            return true;
    return false;
}

/* Put stars over [start, end), three where there is room; what follows moves up.  Where it ends now. */
static char *mask(char *start, char *end)
{
    size_t stars = end - start < 3 ? (size_t)(end - start) : 3;

    memset(start, '*', stars);
    memmove(start + stars, end, strlen(end) + 1);
    return start + stars;
}

/* `name=value`, `name: "value"`: where the value starts; NULL where no value follows the name's end. */
static char *value_behind(char *end)
{
    char *at = end + strspn(end, "\"' ");

    if (*at != '=' && *at != ':')
        return NULL;
    at += 1 + strspn(at + 1, " ");
    return at + strspn(at, "\"'");
}

/* Secrets within a value: pairs, and what a URL has between its user and its host. */
static void clean_value(char *value)
{
    for (char *at = value; *at != '\0';) {
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.");
        char *secret = NULL, *end;

        if (length > 0 && names_secret(at, length) && (secret = value_behind(at + length)) != NULL) {
            if (strncmp(secret, "Bearer ", 7) == 0 || strncmp(secret, "Basic ", 6) == 0)
                secret = strchr(secret, ' ') + 1;
            at = mask(secret, secret + strcspn(secret, "&;,\"' \t\r\n})"));
        } else if (strncmp(at, "://", 3) == 0) {
            end = at + 3 + strcspn(at + 3, "@/?# ");
            secret = memchr(at + 3, ':', (size_t)(end - at) - 3);
            at = *end == '@' && secret != NULL ? mask(secret + 1, end) : at + 3;
        } else {
            at += length > 0 ? length : 1;
        }
    }
}

void cln_event_clean(cln_event *event)
{
    for (size_t i = 0; i < event->context.property_count; i++) {
        const colline_property *property = &event->properties[i];
        char *value = (char *)(uintptr_t)property->value;

        if (value == NULL)
            continue;
        if (property->name != NULL && names_secret(property->name, strlen(property->name)))
            memcpy(value, "***", LEAST_VALUE);
        else
            clean_value(value);
    }
}

#else
typedef int cln_no_events; /* (a file of C holds something) */
#endif
