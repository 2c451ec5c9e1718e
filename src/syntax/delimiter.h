/*
 * delimiter.h -- what the client of MySQL makes of DELIMITER.
 *
 *     DELIMITER $$
 *     CREATE PROCEDURE p () BEGIN INSERT INTO g ...; END$$
 *     DELIMITER ;
 *
 * Up to the next such line the delimiter, outside of quotes and comments, is laid out as a semicolon in the copy of the text that literals are
 * read in, too (inner.h).
 */
#ifndef CLN_SYNTAX_DELIMITER_H
#define CLN_SYNTAX_DELIMITER_H

#include "syntax/inner.h"

/* Whether such a line starts here. */
bool cln_is_delimiter_line(cln_parse *pc);
/* Take it. */
void cln_pass_delimiter_line(cln_parse *pc, cln_inners *inners);

#endif
