#include "resolve/places.h"

enum { WIDE = 64 };

/* ---- Columns by name ---- */

static void index_source(cln_resolver *r, cln_scope *scope, uint32_t index)
{
    const cln_rowset *rows = scope->sources.items[index].rows;
    uint32_t width = cln_rowset_width(r, rows);

    if (rows->unknown_count > 0)
        *CLN_PUSH(r->arena, &scope->open) = index;
    if (rows->any != CLN_NO_ORIGIN)
        *CLN_PUSH(r->arena, &scope->any) = index;
    if (width > WIDE) {
        *CLN_PUSH(r->arena, &scope->wide) = index;
        return;
    }
    for (uint32_t i = 0; i < width; i++) {
        colline_text name = cln_rowset_name(r, rows, i);
        uint32_t newest = (uint32_t)(uintptr_t)cln_map_get_nocase(&scope->by_column, name);
        if (newest != 0 && scope->places.items[newest - 1].source == index)
            continue;
        *CLN_PUSH(r->arena, &scope->places) = (cln_place){ index, newest };
        cln_map_put_nocase(r->arena, &scope->by_column, name, (void *)(uintptr_t)scope->places.count);
    }
}

static void index_sources(cln_resolver *r, cln_scope *scope)
{
    while (scope->indexed < scope->sources.count)
        index_source(r, scope, scope->indexed++);
}

static int compare(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

/* Few, and nearly in order from behind. */
static void sort(cln_source_list *list)
{
    for (uint32_t i = 1; i < list->count; i++)
        for (uint32_t k = i; k > 0 && compare(list->items[k - 1], list->items[k]) > 0; k--) {
            uint32_t other = list->items[k];
            list->items[k] = list->items[k - 1];
            list->items[k - 1] = other;
        }
}

void cln_sources_with(cln_resolver *r, cln_scope *scope, const cln_wanted *wanted, uint32_t first, uint32_t end,
                      cln_source_list *into)
{
    uint32_t place;

    if (scope->sources.count <= CLN_FEW_SOURCES) {
        for (uint32_t i = first; i < end; i++)
            *CLN_PUSH(r->arena, into) = i;
        return;
    }
    index_sources(r, scope);
    place = (uint32_t)(uintptr_t)cln_map_get_hashed(&scope->by_column, wanted->name, wanted->hash);
    for (; place != 0 && into->count < CLN_MOST_CANDIDATES; place = scope->places.items[place - 1].next) {
        uint32_t source = scope->places.items[place - 1].source;
        if (source < first)
            break;
        if (source < end)
            *CLN_PUSH(r->arena, into) = source;
    }
    for (uint32_t i = 0; i < scope->wide.count && into->count < 2 * CLN_MOST_CANDIDATES; i++) {
        cln_origin origin;
        if (scope->wide.items[i] >= first && scope->wide.items[i] < end &&
            cln_rowset_look_up(r, scope->sources.items[scope->wide.items[i]].rows, wanted, &origin))
            *CLN_PUSH(r->arena, into) = scope->wide.items[i];
    }
    sort(into);
}

const cln_source_list *cln_open_sources(cln_resolver *r, cln_scope *scope, uint32_t first, uint32_t *start)
{
    uint32_t low = 0, high;

    index_sources(r, scope);
    high = scope->open.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (scope->open.items[middle] < first)
            low = middle + 1;
        else
            high = middle;
    }
    *start = low;
    return (const cln_source_list *)&scope->open;
}

/* ---- Merged columns ---- */

static uint32_t newest_merged(const cln_scope *scope, colline_text name)
{
    return scope->merged.count > 0 ? (uint32_t)(uintptr_t)cln_map_get_nocase(&scope->merged_by_name, name) : 0;
}

void cln_add_merged(cln_resolver *r, cln_scope *scope, const cln_merged *merged)
{
    uint32_t older = newest_merged(scope, merged->name);
    cln_merged *added;

    /* those of a name stand apart: what lies in the new range are the newest ones */
    while (older != 0 && scope->merged.items[older - 1].first >= merged->first) {
        scope->merged.items[older - 1].gone = true;
        older = scope->merged.items[older - 1].older;
    }
    added = CLN_PUSH(r->arena, &scope->merged);
    *added = *merged;
    added->older = older;
    cln_map_put_nocase(r->arena, &scope->merged_by_name, added->name, (void *)(uintptr_t)scope->merged.count);
}

const cln_merged *cln_merged_within(const cln_scope *scope, uint32_t first, uint32_t end, colline_text name)
{
    for (uint32_t i = newest_merged(scope, name); i != 0; i = scope->merged.items[i - 1].older) {
        const cln_merged *merged = &scope->merged.items[i - 1];
        if (merged->end <= first)
            break;
        if (merged->first >= first && merged->end <= end)
            return merged;
    }
    return NULL;
}

const cln_merged *cln_newest_of_merged(const cln_scope *scope, colline_text name)
{
    uint32_t i = newest_merged(scope, name);

    return i != 0 ? &scope->merged.items[i - 1] : NULL;
}

const cln_merged *cln_older_merged(const cln_scope *scope, const cln_merged *merged)
{
    return merged->older != 0 ? &scope->merged.items[merged->older - 1] : NULL;
}

const cln_merged *cln_merged_over_source(const cln_scope *scope, uint32_t source, colline_text name)
{
    for (uint32_t i = newest_merged(scope, name); i != 0; i = scope->merged.items[i - 1].older) {
        const cln_merged *merged = &scope->merged.items[i - 1];
        if (merged->end <= source)
            break;
        if (merged->first <= source)
            return merged;
    }
    return NULL;
}
