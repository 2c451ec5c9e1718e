#include "lineage/result.h"

cln_result *cln_result_new(cln_arena *arena, cln_diagnostics *diagnostics, const cln_dialect *dialect, colline_text text)
{
    cln_result *result = CLN_NEW(arena, cln_result);

    result->arena = arena;
    result->diagnostics = diagnostics;
    result->dialect = dialect;
    result->text = text;
    return result;
}

colline_text cln_column_expression(const cln_result *result, uint32_t i)
{
    cln_origin origin = result->columns.items[i].origin;

    if (origin == CLN_NOT_FED || cln_is_leaf(origin))
        return CLN_TEXT("");
    return result->origins.expressions.items[result->origins.nodes.items[origin].expression];
}

uint32_t cln_column_into(const cln_result *result, uint32_t i)
{
    uint32_t low = 0, high = result->targets.count;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (result->targets.items[middle].first_column <= i)
            low = middle;
        else
            high = middle;
    }
    return low;
}

const cln_type *cln_column_type(const cln_result *result, uint32_t i)
{
    cln_origin origin = result->columns.items[i].origin;

    return origin == CLN_NOT_FED ? NULL : cln_origin_type(&result->origins, origin);
}
