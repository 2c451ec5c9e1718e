/*
 * json.c -- from text to JSON in one call, as bindings do it.
 *
 * Prints:
 *     {"v":1,"statement":1,"offset":0,"length":29,"line":1,"kind":"INSERT","status":"ok","target":{"table":"g","operation":"append"},"sources":["t"],"columns":[{"name":"a"}],"edges":[{"kind":"DIRECT","source":"t.a","target":"a","to":0,"expression":"a","offset":21,"line":1,"column":22,"quality":"TO_CONFIRM"}],"fingerprint":"f0dc45ace58e335e","diagnostics":[]}
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
