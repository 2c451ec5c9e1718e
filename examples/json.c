/*
 * json.c -- from text to JSON in one call, as bindings do it.
 *
 * Prints:
 */
#include <stdio.h>
#include <string.h>

#include "colline.h"

int main(void)
{
    static const char script[] = "INSERT INTO g SELECT a FROM t";
    char *json;
    size_t length;
    colline_status status = colline_lineage_json(NULL, NULL, script, strlen(script), &json, &length);

    if (status != COLLINE_OK) {
        fprintf(stderr, "%s\n", colline_status_text(status));
        return 1;
    }
    fwrite(json, 1, length, stdout);
    colline_free(json);
    return 0;
}
