/* The command's record mode: the whole input is a file of JSON Lines. */
#define _GNU_SOURCE /* memfd_create */
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

#include "cli/records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const colline_format forms[] = { COLLINE_FORMAT_JSON, COLLINE_FORMAT_TABLE, COLLINE_FORMAT_IMPALA,
                                            COLLINE_FORMAT_HIVE };
    cli_options options = { .library = COLLINE_OPTIONS_INIT, .input = CLI_INPUT_JSONL };
    fuzz_input input;
    char name[64], *files[] = { name };
    int file, status;

    if (!fuzz_read(&input, data, size) || (file = memfd_create("records", 0)) < 0)
        return 0;
    options.files = files;
    options.file_count = 1;
    options.library.dialect = input.dialect;
    options.format = forms[input.switches % 4];
    options.library.flags = cli_format_flags(options.format);
    if (write(file, input.text, input.length) == (ssize_t)input.length) {
        snprintf(name, sizeof name, "/proc/self/fd/%d", file);
        status = cli_run_all_records(NULL, &options);
        FUZZ_CHECK(status == CLI_OK || status == CLI_STATEMENT_ERROR);
    }
    close(file);
    return 0;
}
