/*
 * md5.h -- MD5 (RFC 1321): what Hive names a query's text with.
 *
 *     hash of "select 1" in UTF-16LE, as 16 bytes
 */
#ifndef CLN_FORMAT_MD5_H
#define CLN_FORMAT_MD5_H

#include "base/text.h"

/* `fault` is asked now and then whether to go on. */
void cln_md5(const unsigned char *bytes, size_t length, unsigned char digest[16], cln_fault *fault);

#endif
