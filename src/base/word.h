/*
 * word.h -- words that are looked for in a table which scripts/word-table has made.
 *
 *     SELECT   select   Select        one head, one slot
 *
 * A word's head is its first eight letters as a number, the first one lowest; letters count without case.  It is in the table if it has the
 * length and the head of the word that a slot names, from its own slot on until one is free.
 */
#ifndef CLN_BASE_WORD_H
#define CLN_BASE_WORD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { CLN_HEAD_LENGTH = 8 };
/* What is left of a letter when its case does not count; name characters stay apart. */
#define CLN_UPPER_CASE 0xDFDFDFDFDFDFDFDFu

/* `room`: how many bytes may be read from the word's start on, at least its length; faster from eight on. */
static inline uint64_t cln_word_head(const char *word, size_t length, size_t room)
{
    size_t count = length < CLN_HEAD_LENGTH ? length : CLN_HEAD_LENGTH;
    uint64_t head = 0;

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (room >= CLN_HEAD_LENGTH) {
        memcpy(&head, word, CLN_HEAD_LENGTH);
        return head << 8 * (CLN_HEAD_LENGTH - count) >> 8 * (CLN_HEAD_LENGTH - count) & CLN_UPPER_CASE;
    }
#endif
    (void)room;
    for (size_t i = count; i-- > 0;)
        head = head << 8 | (unsigned char)word[i];
    return head & CLN_UPPER_CASE;
}

/* The hash of scripts/word-table; `slots` is a power of two. */
static inline uint32_t cln_word_slot(uint64_t head, size_t length, uint32_t slots)
{
    uint64_t hash = (head & 0xFFFFFFFFu) * 1031797u + (head >> 32) * 748019u + length * 67108859u;

    return (uint32_t)(hash >> 21) % slots;
}

#endif
