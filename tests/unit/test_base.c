/*
 * The base layer: arenas and their failures, texts, maps, places.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <cmocka.h>

#include "base/diagnostics.h"
#include "base/lines.h"

/* ---- Work that runs under a guard, with an allocator that counts and may refuse --------------------- */

typedef struct memory {
    size_t blocks, bytes; /* that are out */
    size_t left;          /* allocations until it refuses */
} memory;

static void *allocate(void *context, size_t size)
{
    memory *m = context;

    if (m->left-- == 0) {
        m->left = 0;
        return NULL;
    }
    m->blocks++;
    m->bytes += size;
    return malloc(size);
}

static void release(void *context, void *block, size_t size)
{
    memory *m = context;

    m->blocks--;
    m->bytes -= size;
    free(block);
}

typedef struct world {
    memory memory;
    cln_fault fault;
    cln_arena arena;
} world;

static void begin(world *w, size_t allocations)
{
    colline_allocator allocator = { allocate, release, &w->memory };

    memset(w, 0, sizeof *w);
    w->memory.left = allocations;
    cln_arena_init(&w->arena, &w->fault, &allocator);
}

static void end(world *w)
{
    cln_arena_free(&w->arena);
    assert_int_equal(w->memory.blocks, 0);
    assert_int_equal(w->memory.bytes, 0);
}

/* ---- Arenas ------------------------------------------------------------------------------------------- */

static void take_many(void *argument)
{
    world *w = argument;

    for (size_t size = 0; size < 5000; size++) {
        char *block = cln_arena_get(&w->arena, size);

        assert_int_equal((uintptr_t)block % _Alignof(uint64_t), 0);
        memset(block, 0xAB, size);
    }
}

static void arena_gives_all_back(void **state)
{
    world w;
    (void)state;

    begin(&w, SIZE_MAX);
    assert_int_equal(cln_guard(&w.fault, take_many, &w), COLLINE_OK);
    assert_true(w.arena.held >= 4999u * 5000u / 2u);
    cln_arena_reset(&w.arena);
    assert_true(w.memory.blocks <= 1);
    assert_int_equal(w.arena.held, 0);
    end(&w);
}

static void arena_refused_at_every_allocation(void **state)
{
    world w;
    size_t n = 0;
    (void)state;

    for (;; n++) {
        colline_status status;

        begin(&w, n);
        status = cln_guard(&w.fault, take_many, &w);
        end(&w);
        if (status == COLLINE_OK)
            break;
        assert_int_equal(status, COLLINE_E_MEMORY);
    }
    assert_true(n > 1);
}

static void push_many(void *argument)
{
    world *w = argument;
    CLN_VECTOR(uint32_t) numbers = { 0 };

    for (uint32_t i = 0; i < 10000; i++)
        *CLN_PUSH(&w->arena, &numbers) = i;
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(numbers.items[i], i);
}

static void vector_keeps_its_items(void **state)
{
    world w;
    (void)state;

    begin(&w, SIZE_MAX);
    assert_int_equal(cln_guard(&w.fault, push_many, &w), COLLINE_OK);
    end(&w);
}

static int now(void *user)
{
    (void)user;
    return 1;
}

static void poll_forever(void *argument)
{
    for (;;)
        cln_poll(argument);
}

static void cancelled_work_ends(void **state)
{
    cln_fault fault = { .cancelled = now };
    (void)state;

    assert_int_equal(cln_guard(&fault, poll_forever, &fault), COLLINE_E_CANCELLED);
}

/* ---- Texts and maps -------------------------------------------------------------------------------------
 */

static void fold_texts(void *argument)
{
    cln_arena *arena = &((world *)argument)->arena;
    colline_text same = CLN_TEXT("already lower");

    assert_string_equal(cln_text_lower(arena, CLN_TEXT("Fact_ORDER")).data, "fact_order");
    assert_string_equal(cln_text_upper(arena, CLN_TEXT("Fact_Order")).data, "FACT_ORDER");
    assert_ptr_equal(cln_text_lower(arena, same).data, same.data);
    assert_true(cln_text_equal_nocase(CLN_TEXT("aBc"), CLN_TEXT("AbC")));
    assert_false(cln_text_equal_nocase(CLN_TEXT("abc"), CLN_TEXT("abcd")));
    assert_true(cln_text_compare(CLN_TEXT("ab"), CLN_TEXT("abc")) < 0);
    assert_true(cln_text_compare(CLN_TEXT("b"), CLN_TEXT("abc")) > 0);
    assert_int_equal(cln_text_compare(CLN_TEXT("abc"), CLN_TEXT("abc")), 0);
    assert_int_equal(cln_text_from(arena, NULL).length, 0);
}

static void texts_fold_and_compare(void **state)
{
    world w;
    (void)state;

    begin(&w, SIZE_MAX);
    assert_int_equal(cln_guard(&w.fault, fold_texts, &w), COLLINE_OK);
    end(&w);
}

static void fill_map(void *argument)
{
    cln_arena *arena = &((world *)argument)->arena;
    cln_map map = { 0 };
    static int values[3000];

    assert_null(cln_map_get(&map, CLN_TEXT("a")));
    for (int i = 0; i < 3000; i++) {
        cln_buffer key = { 0 };

        cln_buffer_add_string(arena, &key, "column_");
        cln_buffer_add_number(arena, &key, (uint64_t)i);
        cln_map_put(arena, &map, cln_buffer_text(arena, &key), &values[i]);
    }
    assert_int_equal(map.count, 3000);
    assert_ptr_equal(cln_map_get(&map, CLN_TEXT("column_0")), &values[0]);
    assert_ptr_equal(cln_map_get(&map, CLN_TEXT("column_2999")), &values[2999]);
    assert_null(cln_map_get(&map, CLN_TEXT("column_3000")));
    cln_map_put(arena, &map, CLN_TEXT("column_7"), &values[8]);
    assert_ptr_equal(cln_map_get(&map, CLN_TEXT("column_7")), &values[8]);
    assert_int_equal(map.count, 3000);
}

static void map_finds_what_was_put(void **state)
{
    world w;
    (void)state;

    begin(&w, SIZE_MAX);
    assert_int_equal(cln_guard(&w.fault, fill_map, &w), COLLINE_OK);
    end(&w);
}

/* ---- Diagnostics and places ------------------------------------------------------------------------------
 */

static void diagnose(void *argument)
{
    cln_arena *arena = &((world *)argument)->arena;
    cln_diagnostics diagnostics = { .arena = arena };
    colline_text name = CLN_TEXT("dt");

    cln_diagnose(&diagnostics, CLN_AMBIGUOUS_COLUMN, (colline_span){ 7, 2 }, "%t is in %u tables, %s: 100%%",
                 &name, 2u, "as it seems");
    assert_int_equal(diagnostics.list.count, 1);
    assert_string_equal(diagnostics.list.items[0].message.data, "dt is in 2 tables, as it seems: 100%");
    assert_string_equal(diagnostics.list.items[0].code, "ambiguous_column");
    assert_int_equal(diagnostics.list.items[0].severity, COLLINE_WARNING);
    assert_true(cln_diagnosed(&diagnostics, CLN_AMBIGUOUS_COLUMN));
    assert_false(cln_diagnosed(&diagnostics, CLN_LIMIT));
}

static void diagnostics_say_it(void **state)
{
    world w;
    (void)state;

    begin(&w, SIZE_MAX);
    assert_int_equal(cln_guard(&w.fault, diagnose, &w), COLLINE_OK);
    end(&w);
}

static void locate_everywhere(void *argument)
{
    cln_arena *arena = &((world *)argument)->arena;
    colline_text text = CLN_TEXT("SELECT 1;\n\nSELEC 2\r\n;");
    cln_lines lines = { .text = text };
    uint32_t line, column, slow_line, slow_column;

    cln_lines_locate(arena, &lines, 17, &line, &column);
    assert_int_equal(line, 3);
    assert_int_equal(column, 7);
    for (uint32_t offset = 0; offset <= text.length; offset++) { /* backwards, too: what was found is kept */
        cln_lines_locate(arena, &lines, offset, &line, &column);
        cln_locate(text, offset, &slow_line, &slow_column);
        assert_int_equal(line, slow_line);
        assert_int_equal(column, slow_column);
    }
}

static void lines_agree_with_counting(void **state)
{
    world w;
    (void)state;

    begin(&w, SIZE_MAX);
    assert_int_equal(cln_guard(&w.fault, locate_everywhere, &w), COLLINE_OK);
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_all_back),   cmocka_unit_test(arena_refused_at_every_allocation),
        cmocka_unit_test(vector_keeps_its_items), cmocka_unit_test(cancelled_work_ends),
        cmocka_unit_test(texts_fold_and_compare), cmocka_unit_test(map_finds_what_was_put),
        cmocka_unit_test(diagnostics_say_it),     cmocka_unit_test(lines_agree_with_counting),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
