/*
 * murmur.h -- MurmurHash3, the 128-bit form for 64-bit machines: what Impala names a query's text with.
 *
 *     hash of "select 1" in UTF-16LE, seed 0, as 32 hex digits
 */
#ifndef CLN_FORMAT_MURMUR_H
#define CLN_FORMAT_MURMUR_H

#include "base/text.h"

/* hash[0] is the half whose bytes come first; `fault` is asked now and then whether to go on. */
void cln_murmur3(const unsigned char *bytes, size_t length, uint64_t hash[2], cln_fault *fault);

#endif
