/*
 * tags.h -- what Jinja's tags make of the text between them.
 *
 *     {% macro cents(x) %} ({{ x }} / 100) {% endmacro %}      no part of any statement
 *     {% if dev %} WHERE a {% else %} WHERE b {% endif %}      both branches where they fit together, else the first
 */
#ifndef CLN_SYNTAX_TAGS_H
#define CLN_SYNTAX_TAGS_H

#include "syntax/parse_context.h"

/* Where to read on behind a tag, which ends at `position`. */
uint32_t cln_behind_tag(cln_parse *pc, cln_token tag, uint32_t position);

#endif
