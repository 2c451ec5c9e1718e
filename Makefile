# Makefile -- libcolline and the colline command.
#
#   make                the library (static and shared) and the command, in build/
#   make quickstart     the same, then the lineage of examples/warehouse
#   make profiled       the same by a profile of many statements, in build/profiled (gcc)
#   make web            the page of the data map too (needs Node.js and npm)
#   make check          every test; ends with `N passed, N failed`
#   make wheel          the Python package, in build/wheel
#   make V=1 ...        show the commands as they run
#
# docs/building.md says more.

# ---- Settings: yours to override, as in `make CC=clang PREFIX=/usr` ---------------------------------

CC      = cc
CXX     = c++
AR      = ar
CFLAGS  = -O2 -g
LDFLAGS =
LEMON   = lemon
RE2C    = re2c
PYTHON  = python3
NODE    = node
NPM     = npm
PREFIX  = /usr/local
LIBDIR  = $(PREFIX)/lib
MANDIR  = $(PREFIX)/share/man
DESTDIR =
# VARIANT=asan builds into build/asan, with the address and the undefined-behaviour sanitizer;
# VARIANT=strict into build/strict, where every warning is an error (for `make CC=clang VARIANT=strict objects`).
VARIANT =

# ---- Sources, in layer order: a file includes only from a lower layer or its own folder -------------

BASE    = fault arena text lines xxh64 diagnostics
SYNTAX  = dialect keyword gen/lexer ast ast_query ast_statement ast_pipe ast_dialect ast_model ast_damage ast_rename walk dump gen/sql strict split note level routine block inner delimiter tags ahead head statement_kind token_loop reading parse fingerprint cache_key
CATALOG = type catalog catalog_put compiled ddl json catalog_json builtin
RESOLVE = origin rowset places scope name value_name regex name_test star columns join source collection pivot pivot_name view table_columns table_operator path function label label_impala label_postgres \
          callee call expression shape items set_operation change writing query cte feed variable
LINEAGE = result assemble flatten cast insert output modify recover statement function_ddl session_home column_words feeding effects value compose rehearse argument cursor assign
FORMAT  = names writer json murmur impala md5 hive openlineage table picture dot mermaid
API     = api api_text api_catalog api_compiled api_script api_session api_statement api_tree api_json \
          api_event api_bus api_bus_sink api_bus_worker
CLI     = options files report jobs catalogs catalog statements dialects tokens parse record cache records fingerprint lineage map main
# The data map, a shared object of its own.  A folder's sources that need a library which may be missing stand in
# a list of their own: MAP_name, as in MAP_libpq.
MAP_READERS = ingest/reading ingest/pending ingest/impala_audit ingest/lineage_log ingest/doris_audit ingest/mysql_general \
          ingest/postgres_csv ingest/hive_server ingest/records ingest/sql_file ingest/dbt_manifest
MAP_INGEST  = ingest/event ingest/ending ingest/cache ingest/shape ingest/sessions ingest/words ingest/altered ingest/tables ingest/renames ingest/result ingest/analysis ingest/source ingest/sources \
          ingest/load ingest/away ingest/progress ingest/print ingest/catalog ingest/retry ingest/command
MAP     = main base/memory base/hash base/index base/options store/db store/db_sqlite store/schema store/store store/names store/text \
          store/load store/load_nodes store/load_edges store/load_statements store/load_runs store/load_events store/ledger \
          store/read_nodes store/read_edges store/read_statements store/people store/upkeep store/stats \
          graph/adjacency graph/graph graph/path graph/impact graph/forms graph/pictures \
          emit/command emit/file emit/spool \
          command/common command/query command/store command/edge command/failures command/stats \
          $(MAP_READERS) $(MAP_INGEST)
MAP_libpq         = store/db_postgres
MAP_libmicrohttpd = $(addprefix serve/,command settings http routes response cache watch reader page about metrics analyze \
                      json names lineage impact statements stats changes failures) gen/web
MAP_rdkafka       = emit/kafka ingest/kafka ingest/kafka_client ingest/kafka_partition ingest/kafka_batch
MAP_libcurl       = emit/http
MAP_zlib          =

# ---- Nothing below this line needs changing to build ------------------------------------------------

# Where a source stands: src/LAYER/NAME.c, or build/gen/NAME.c when it is generated.
in_layer    = $(patsubst src/$(1)/gen/%,build/gen/%,$(patsubst %,src/$(1)/%.c,$(2)))
LIB_SOURCES = $(call in_layer,base,$(BASE)) $(call in_layer,syntax,$(SYNTAX)) \
              $(call in_layer,catalog,$(CATALOG)) $(call in_layer,resolve,$(RESOLVE)) \
              $(call in_layer,lineage,$(LINEAGE)) $(call in_layer,format,$(FORMAT)) $(patsubst %,src/%.c,$(API))
CLI_SOURCES = $(call in_layer,cli,$(CLI))

# What pkg-config knows of the libraries of the data map: what is missing is left out, and the command says so.
PKG_CONFIG  = pkg-config
MAP_OPTIONAL = libpq libmicrohttpd rdkafka libcurl zlib
MAP_FOUND   := $(if $(shell $(PKG_CONFIG) --exists sqlite3 libcjson && echo yes),\
                 sqlite3 libcjson $(foreach p,$(MAP_OPTIONAL),$(shell $(PKG_CONFIG) --exists $(p) && echo $(p))))
map_with     = -DMAP_WITH_$(2)=$(if $(filter $(1),$(MAP_FOUND)),1,0)
MAP_FLAGS    = $(call map_with,libpq,LIBPQ) $(call map_with,libmicrohttpd,MICROHTTPD) $(call map_with,rdkafka,RDKAFKA) \
               $(call map_with,libcurl,CURL) $(call map_with,zlib,ZLIB) $(if $(MAP_FOUND),$(shell $(PKG_CONFIG) --cflags $(MAP_FOUND)))
MAP_LIBS     = $(if $(MAP_FOUND),$(shell $(PKG_CONFIG) --libs $(MAP_FOUND)))
MAP_SOURCES  = $(call in_layer,map,$(MAP) $(foreach p,$(MAP_FOUND),$(MAP_$(p))))
MAP_EVERY    = $(call in_layer,map,$(MAP) $(foreach p,$(MAP_OPTIONAL),$(MAP_$(p))))
ALL_SOURCES = $(LIB_SOURCES) $(CLI_SOURCES) $(MAP_EVERY)

BUILD    = build$(if $(VARIANT),/$(VARIANT))
object   = $(patsubst %.c,$(BUILD)/obj/%.o,$(patsubst build/gen/%,gen/%,$(patsubst src/%,%,$(1))))
LIB_OBJECTS = $(call object,$(LIB_SOURCES))
CLI_OBJECTS = $(call object,$(CLI_SOURCES))
MAP_OBJECTS = $(if $(MAP_FOUND),$(call object,$(MAP_SOURCES)))

header_number = $(shell sed -n 's/^\#define COLLINE_$(1) \([0-9]*\).*/\1/p' include/colline.h)
ABI     := $(call header_number,ABI_VERSION)
VERSION := $(call header_number,VERSION_MAJOR).$(call header_number,VERSION_MINOR).$(call header_number,VERSION_PATCH)
SONAME   = libcolline.so.$(ABI)
SO_FILE  = libcolline.so.$(VERSION)

WARNINGS         = -Wall -Wextra -Wconversion
# Without sanitizers, assertions are left out: the library never aborts.
VARIANT_         = -DNDEBUG
VARIANT_asan     = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
VARIANT_strict   = -Werror -O0
VARIANT_tsan     = -O1 -g -fsanitize=thread
# (The work of the library, by basic blocks; who may cancel is asked each time.)
VARIANT_steps    = -O1 -g -DNDEBUG -fsanitize-coverage=trace-pc -DCLN_TICKS=1
VARIANT_coverage = -O0 -g -DNDEBUG --coverage -fprofile-abs-path
# (Every allocation in a chunk of its own, so that the sanitizer sees a byte too many.)
VARIANT_fuzz     = -O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-coverage=trace-cmp \
                   -fno-sanitize-recover=undefined -DCLN_FIRST_CHUNK=64 -DCLN_LARGEST_CHUNK=64
# What a generator writes is its own business; what our code does with it is not.
GENERATED_FLAGS  = -Wno-conversion -Wno-sign-conversion -Wno-unused-variable -Wno-unused-parameter -Wno-sign-compare
BASIC_FLAGS      = -std=c11 $(WARNINGS) -fPIC -fvisibility=hidden -Iinclude -Isrc -I. -Ibuild/gen
ALL_CFLAGS       = $(BASIC_FLAGS) $(CFLAGS) $(VARIANT_$(VARIANT))
LINK_asan        = -fsanitize=address,undefined
LINK_tsan        = -fsanitize=thread
LINK_coverage    = --coverage
LINK_steps       = $(BUILD)/steps.o
LINK_fuzz        = -fsanitize=fuzzer,address,undefined
ALL_LDFLAGS      = $(LDFLAGS) $(LINK_$(VARIANT))

STATIC  = $(BUILD)/libcolline.a
SHARED  = $(BUILD)/libcolline.so
COMMAND = $(BUILD)/colline
MAP_SO  = $(if $(MAP_FOUND),$(BUILD)/libcolline-map.so)

# A word and the file, or with V=1 the whole command.
Q   = $(if $(V),,@)
say = @$(if $(V),:,printf '  %-8s %s\n' $(1) $(2))

# make, with a job a core unless the caller has said how many.
PARALLEL = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))

.PHONY: all web page web-if-possible warehouse objects sources tests quickstart check check-long bench bench-check bench-programs profiled amalgamation man install uninstall dist \
        docs abi-update coverage precedence-update format lint deps clean build-tests fuzzers fuzz tsan steps FORCE
.DELETE_ON_ERROR:
.SUFFIXES:

all: $(STATIC) $(SHARED) $(COMMAND) $(MAP_SO)

objects: $(LIB_OBJECTS) $(CLI_OBJECTS) $(MAP_OBJECTS)

sources:
	@echo $(ALL_SOURCES)

# ---- Generated code: build/gen, the same for every variant ------------------------------------------

# Each token has its TK_ number whether or not a rule uses it: tokens.def first, then keywords.def.
build/gen/sql.y: grammar/tokens.def grammar/keywords.def grammar/sql.y
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)sed -n 's/^\(TOKEN\|KEYWORD\)(\([A-Z0-9_]*\),.*/\2/p' grammar/tokens.def grammar/keywords.def \
	    | tr '\n' ' ' | sed 's/^/%token_prefix TK_\n%token /; s/ *$$/.\n/' > $@
	$(Q)cat grammar/sql.y >> $@

# lemon fails on any conflict.
build/gen/sql.c build/gen/sql.h &: build/gen/sql.y grammar/driver.c scripts/rule-functions
	$(call say,LEMON,$@)
	$(Q)$(LEMON) -dbuild/gen -Tgrammar/driver.c build/gen/sql.y
	$(Q)scripts/rule-functions build/gen/sql.c > build/gen/sql.c.new && mv build/gen/sql.c.new build/gen/sql.c
	@touch build/gen/sql.h

build/gen/keyword_table.h: grammar/keywords.def scripts/word-table
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)LC_ALL=C scripts/word-table name=keyword size=4096 $< > $@

build/gen/builtin_table.h: src/catalog/builtins.def scripts/word-table
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)LC_ALL=C scripts/word-table name=builtin size=2048 $< > $@

build/gen/lexer.c: grammar/lexer.re
	@mkdir -p $(@D)
	$(call say,RE2C,$@)
	$(Q)$(RE2C) -W --no-generation-date -o $@ $<

# What precedence settles, for a test: the report of uncompressed tables tells all of it.  Lemon writes it first; to pack such tables then
# takes it four minutes, which it leaves out where it finds no template.
build/gen/report/sql.out: build/gen/sql.y
	@mkdir -p $(@D)
	$(call say,LEMON,$@)
	$(Q)rm -f $@; $(LEMON) -c -p -dbuild/gen/report -Tnone build/gen/sql.y 2>$(@D)/errors; \
	    grep -v "template file" $(@D)/errors; test -s $@

precedence-update: build/gen/report/sql.out
	$(PYTHON) scripts/precedence $< > grammar/precedence.txt

# The page of the data map, where `make web` has built it, and the API's description.
WEB_DIST = $(if $(wildcard build/web/dist/index.html),build/web/dist)
build/gen/web.c: scripts/pack-web src/map/serve/openapi.json src/map/serve/no-page.html $(wildcard build/web/dist/*.* build/web/dist/assets/*.*)
	@mkdir -p $(@D)
	$(call say,PACK,$@)
	$(Q)scripts/pack-web src/map/serve/openapi.json src/map/serve/no-page.html $(WEB_DIST) > $@

# npm needs the registry once; what it installed stays in build/web until package-lock.json changes.
WEB = src/map/web
WASM = build/bindings/wasm/colline.wasm
web:
	@$(MAKE) --no-print-directory page
	@$(PARALLEL) all

# The library in WebAssembly goes in where it can be built; the page, which depends on it, is another make's.
page:
	@$(MAKE) --no-print-directory VARIANT= wasm-if-possible || echo "The page is made without the library in it: see above." >&2
	@$(MAKE) --no-print-directory build/web/dist/index.html

web-if-possible:
	@if command -v $(NODE) > /dev/null && command -v $(NPM) > /dev/null; then \
	    $(MAKE) --no-print-directory page || echo "The page of the data map is left out: see above." >&2; \
	else echo "The page of the data map is left out: it needs Node.js and npm." >&2; fi

build/web/node_modules/.package-lock.json: $(WEB)/package.json $(WEB)/package-lock.json
	@mkdir -p build/web
	$(call say,NPM,build/web/node_modules)
	$(Q)cp $(WEB)/package.json $(WEB)/package-lock.json $(WEB)/.npmrc build/web/
	$(Q)cd build/web && $(NPM) ci --ignore-scripts --no-progress --loglevel=error
	@touch $@

build/web/dist/index.html: build/web/node_modules/.package-lock.json $(wildcard $(WEB)/*.* $(WEB)/src/*.* $(WEB)/src/*/*.*) \
                           bindings/wasm/colline.js bindings/wasm/colline.d.ts $(wildcard $(WASM))
	$(call say,WEB,build/web/dist)
	$(Q)rm -rf build/web/src && cp -R $(WEB)/src $(WEB)/tsconfig.json $(WEB)/build.mjs build/web/
	$(Q)mkdir build/web/src/wasm && cp bindings/wasm/colline.js bindings/wasm/colline.d.ts build/web/src/wasm/
	$(Q)cd build/web && node_modules/.bin/tsc --noEmit && $(NODE) build.mjs dist $(patsubst build/%,../%,$(wildcard $(WASM)))

# ---- Objects ----------------------------------------------------------------------------------------

# Changes only when the flags do, and then everything is compiled again.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS)' | cmp -s - $@ || echo '$(CC) $(ALL_CFLAGS)' > $@

$(BUILD)/obj/gen/%.o: build/gen/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(ALL_CFLAGS) $(GENERATED_FLAGS) -Isrc/syntax -MMD -MP -c -o $@ $<

$(BUILD)/obj/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(MAP_OBJECTS): ALL_CFLAGS += $(MAP_FLAGS)
$(BUILD)/obj/cli/map.o: ALL_CFLAGS += -DCOLLINE_LIBDIR='"$(LIBDIR)"'

$(LIB_OBJECTS): | build/gen/sql.h build/gen/keyword_table.h build/gen/builtin_table.h

-include $(patsubst %.o,%.d,$(LIB_OBJECTS) $(CLI_OBJECTS) $(MAP_OBJECTS))

# ---- Products ---------------------------------------------------------------------------------------

$(STATIC): $(LIB_OBJECTS)
	$(call say,AR,$@)
	@rm -f $@.new
	$(Q)$(AR) rcs $@.new $^
	@mv $@.new $@

$(SHARED): $(LIB_OBJECTS)
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -shared -Wl,-soname,$(SONAME) -o $@ $^
	@ln -sf libcolline.so $(BUILD)/$(SONAME)

$(COMMAND): $(CLI_OBJECTS) $(STATIC)
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $(CLI_OBJECTS) $(STATIC) -lcjson -ldl -lpthread

$(BUILD)/libcolline-map.so: $(MAP_OBJECTS) $(SHARED)
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -shared -o $@ $(MAP_OBJECTS) -L$(BUILD) -lcolline -Wl,-rpath,'$$ORIGIN' $(MAP_LIBS) \
	    -lpthread -lm

# A store of the example warehouse, and how to look at it.
WAREHOUSE = build/warehouse.db
quickstart: deps
	@$(MAKE) --no-print-directory web-if-possible
	@$(PARALLEL) all
	$(COMMAND) lineage --dialect impala --catalog examples/warehouse/catalog.sql --format table \
	    examples/warehouse/etl/*.sql
	@echo
	$(COMMAND) lineage --dialect impala --catalog examples/warehouse/catalog.sql --format json \
	    examples/warehouse/etl/*.sql | head -n 3
	@if $(COMMAND) ingest --help > /dev/null 2>&1; then $(MAKE) --no-print-directory warehouse; fi

warehouse:
	@echo
	@rm -f $(WAREHOUSE) $(WAREHOUSE)-*
	$(COMMAND) ingest --quiet --store $(WAREHOUSE) --dialect impala --catalog examples/warehouse/catalog.sql examples/warehouse/etl
	@echo
	@echo "The lineage of the warehouse is kept in $(WAREHOUSE).  To see its map, run"
	@echo
	@echo "    $(COMMAND) serve --store $(WAREHOUSE) --dialect impala"
	@echo
	@echo "and open http://127.0.0.1:8080/#/table/dw.fact_order_line in a browser."

# ---- Bindings of other languages ---------------------------------------------------------------------

include bindings/bindings.mk

# ---- Tests: tests/run runs them, this builds them ---------------------------------------------------

UNIT_TESTS = $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/*.c tests/api/*.c))
BENCH      = $(BUILD)/tests/bench/bench $(BUILD)/tests/bench/pathological $(BUILD)/tests/bench/bus \
             $(BUILD)/tests/bench/audit_log
SINKS      = $(patsubst examples/sinks/%.c,$(BUILD)/examples/sinks/%.so,$(wildcard examples/sinks/*.c))
EXAMPLES   = $(patsubst examples/%.c,$(BUILD)/examples/%,$(wildcard examples/*.c))

MAP_TESTS  = $(if $(MAP_FOUND),$(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/map/*.c)))

tests: all build/gen/report/sql.out $(BUILD)/tests/harness/killer.so $(UNIT_TESTS) $(BENCH) $(EXAMPLES) $(SINKS) $(MAP_TESTS)

# Unit tests see the library's insides; API tests and examples only what a program sees.
$(BUILD)/tests/unit/%: tests/unit/%.c $(STATIC)
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(ALL_CFLAGS) -Wno-conversion -Itests -MMD -MP $(ALL_LDFLAGS) -o $@ $< $(filter %.o,$^) $(STATIC) -lcmocka

# (One of the command's own parts.)
$(BUILD)/tests/unit/test_record_cache: $(call object,$(call in_layer,cli,cache files report))

$(BUILD)/tests/api/%: tests/api/%.c $(STATIC)
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) -std=c11 -Wall -Wextra $(CFLAGS) $(VARIANT_$(VARIANT)) -Iinclude -MMD -MP $(ALL_LDFLAGS) -o $@ $< \
	    $(STATIC) -lcmocka -lpthread

# (They have a main() of their own.)
$(BUILD)/tests/api/%: LINK_fuzz = -fsanitize=address,undefined

$(BUILD)/tests/bench/%: tests/bench/%.c $(STATIC)
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP $(ALL_LDFLAGS) -o $@ $< $(STATIC)

# Tests and benchmarks of the data map see its insides.
$(BUILD)/tests/map/%: tests/map/%.c $(MAP_OBJECTS) $(SHARED)
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(ALL_CFLAGS) $(MAP_FLAGS) -Wno-conversion -Itests -MMD -MP $(ALL_LDFLAGS) -o $@ $< $(MAP_OBJECTS) \
	    -L$(BUILD) -lcolline -Wl,-rpath,'$$ORIGIN/../..' $(MAP_LIBS) -lcmocka -lpthread -lm

$(BUILD)/examples/%: examples/%.c $(SHARED)
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) -std=c11 -Wall -Wextra $(CFLAGS) $(VARIANT_$(VARIANT)) -Iinclude -MMD -MP $(ALL_LDFLAGS) -o $@ $< \
	    -L$(BUILD) -lcolline -Wl,-rpath,'$$ORIGIN/..'

# Sink plugins know the header alone.
$(BUILD)/examples/sinks/%.so: examples/sinks/%.c include/colline.h
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) -std=c11 -Wall -Wextra -fPIC -fvisibility=hidden $(CFLAGS) -Iinclude -shared -o $@ $<

# Not built as the variant is: it counts the steps of the others.
$(BUILD)/steps.o: tests/harness/steps.c
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) -std=c11 -Wall -Wextra -O2 -c -o $@ $<

$(if $(filter steps,$(VARIANT)),$(UNIT_TESTS) $(BENCH): $(BUILD)/steps.o)

# Preloaded by tests that kill a command in the middle of a write.
$(BUILD)/tests/harness/killer.so: tests/harness/killer.c
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) -std=c11 -Wall -Wextra -O2 -fPIC -shared -o $@ $< -ldl

# Fuzz targets: the library and the command's records, for VARIANT=fuzz with clang.
FUZZERS = $(patsubst tests/fuzz/%.c,$(BUILD)/targets/%,$(wildcard tests/fuzz/*.c))
fuzzers: $(FUZZERS)

# The readers of logs need no store.
READERS = $(addprefix $(BUILD)/obj/map/,base/memory.o base/hash.o $(addsuffix .o,$(filter ingest/%,$(MAP_READERS))))
$(BUILD)/targets/readers: tests/fuzz/readers.c $(STATIC) $(READERS)
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP $(ALL_LDFLAGS) -o $@ $< $(READERS) $(STATIC) -lcjson -lm

$(BUILD)/targets/%: tests/fuzz/%.c $(STATIC) $(filter-out %/main.o,$(CLI_OBJECTS))
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP $(ALL_LDFLAGS) -o $@ $< $(filter-out %/main.o,$(CLI_OBJECTS)) $(STATIC) -lcjson -ldl -lpthread

-include $(wildcard $(BUILD)/tests/*/*.d $(BUILD)/targets/*.d $(BUILD)/examples/*.d)

build-tests:
	@scripts/deps test
	@$(MAKE) --no-print-directory web-if-possible
	@$(PARALLEL) VARIANT= tests
	@$(PARALLEL) VARIANT= bindings
	@$(PARALLEL) VARIANT=asan tests
	@$(PARALLEL) VARIANT=fuzz CC=clang fuzzers build/fuzz/tests/api/test_memory

check: build-tests
	@tests/run

check-long: build-tests
	@$(PARALLEL) VARIANT=tsan build/tsan/tests/api/test_threads build/tsan/tests/api/test_bus
	@$(PARALLEL) VARIANT=steps $(STEPS)
	@tests/run --long

# One target after the other, FUZZ_SECONDS each; FUZZ_TARGETS chooses some. What fails stays in build/fuzz/found.
FUZZ_SECONDS = 60
FUZZ_TARGETS =
fuzz:
	@scripts/deps test
	@$(PARALLEL) VARIANT=fuzz CC=clang fuzzers
	@$(PYTHON) tests/fuzz/run --seconds $(FUZZ_SECONDS) $(FUZZ_TARGETS)

# Threads that share a catalog, under the thread sanitizer.
tsan:
	@scripts/deps test
	@$(PARALLEL) VARIANT=tsan build/tsan/tests/api/test_threads build/tsan/tests/api/test_bus
	@tests/run --suite tsan

# What the library does between two questions whether to go on, and how it grows: counted, not timed.
STEPS = build/steps/tests/bench/pathological build/steps/tests/api/test_cancel
steps:
	@scripts/deps test
	@$(PARALLEL) VARIANT=steps $(STEPS)
	@tests/run --suite steps

# Measured in one run: many texts, and other parsers where Debian has them.  tests/bench/run --help.
BENCH_FLAGS =
bench: bench-programs
	@$(PYTHON) tests/bench/run $(BENCH_FLAGS)
	@build/tests/bench/bus

# Fails where a ratio to the token scan is worse than the one in tests/bench/kept.json by more than 15 %.
bench-check: bench-programs
	@$(PYTHON) tests/bench/run --quick --no-peers --check

# The library and the command by the compiler's profile of the benchmark's texts (docs/speed.md says what it brings):
# `make install BUILD=build/profiled` installs them.  (gcc's options.)
PROFILED = build/profiled
profiled:
	@scripts/deps build
	@rm -rf $(PROFILED)
	@$(PARALLEL) BUILD=$(PROFILED) CFLAGS='$(CFLAGS) -fprofile-generate' $(PROFILED)/tests/bench/bench
	@COLLINE_BENCH=$(PROFILED)/tests/bench $(PYTHON) tests/bench/run --train > /dev/null
	@rm -f $(PROFILED)/tests/bench/bench
	@$(PARALLEL) BUILD=$(PROFILED) CFLAGS='$(CFLAGS) -fprofile-use -fprofile-partial-training -Wno-missing-profile' \
	    all $(PROFILED)/tests/bench/bench

bench-programs:
	@scripts/deps bench
	@$(PARALLEL) VARIANT= build/tests/bench/bench build/tests/bench/bus build/tests/bench/peers

# Other parsers, those of them that are installed.
has_header = $(if $(wildcard /usr/include/$(1) /usr/local/include/$(1)),$(2))
build/tests/bench/peers: tests/bench/peers.c
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) -std=c11 -O2 $(call has_header,pg_query.h,-DHAVE_PG_QUERY) $(call has_header,sqlite3.h,-DHAVE_SQLITE) -o $@ $< \
	    $(call has_header,pg_query.h,-lpg_query) $(call has_header,sqlite3.h,-lsqlite3)

# The library as one file, for those who would rather add a file than link.
amalgamation: build/amalgamation/colline.c
	$(CC) -std=c11 -Wall -Wextra $(GENERATED_FLAGS) $(CFLAGS) -DNDEBUG -Ibuild/amalgamation -c \
	    -o build/amalgamation/colline.o build/amalgamation/colline.c

build/amalgamation/colline.c: $(LIB_SOURCES) scripts/amalgamate include/colline.h build/gen/sql.h build/gen/keyword_table.h \
                             build/gen/builtin_table.h \
                             $(wildcard src/*.h src/*/*.h src/*/*.def grammar/*.c)
	@mkdir -p $(@D)
	cp include/colline.h $(@D)/
	$(PYTHON) scripts/amalgamate $(LIB_SOURCES) > $@

# Man pages: colline.1 from the help of the command, colline.3 and its sections from the header.
man: build/man/made

build/man/made: build/colline include/colline.h scripts/man-pages
	rm -rf build/man
	$(PYTHON) scripts/man-pages build/colline build/man
	touch $@

# What the tests reach of the library: scripts/coverage --lines FILE shows the lines that they do not.
COVERAGE_SUITES = unit api examples cases documents e2e limits schema mutants metamorphic conformance
coverage:
	@scripts/deps test
	@$(PARALLEL) VARIANT=coverage CFLAGS= tests
	@find build/coverage -name '*.gcda' -delete
	@COLLINE_BUILD=build/coverage tests/run $(addprefix --suite ,$(COVERAGE_SUITES))
	@$(PYTHON) scripts/coverage --check

# ---- Install ----------------------------------------------------------------------------------------

install: all man
	install -d $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/pkgconfig
	install -m 644 include/colline.h $(DESTDIR)$(PREFIX)/include/
	install -m 644 $(STATIC) $(DESTDIR)$(LIBDIR)/
	install -m 755 $(SHARED) $(DESTDIR)$(LIBDIR)/$(SO_FILE)
	ln -sf $(SO_FILE) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libcolline.so
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' pkgconfig/colline.pc.in \
	    > $(DESTDIR)$(LIBDIR)/pkgconfig/colline.pc
	install -m 755 $(COMMAND) $(DESTDIR)$(PREFIX)/bin/
	$(if $(MAP_SO),install -m 755 $(MAP_SO) $(DESTDIR)$(LIBDIR)/)
	install -d $(DESTDIR)$(MANDIR)/man1 $(DESTDIR)$(MANDIR)/man3
	install -m 644 build/man/man1/*.1 $(DESTDIR)$(MANDIR)/man1/
	install -m 644 build/man/man3/*.3 $(DESTDIR)$(MANDIR)/man3/

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/include/colline.h $(DESTDIR)$(PREFIX)/bin/colline
	rm -f $(DESTDIR)$(LIBDIR)/libcolline.a $(DESTDIR)$(LIBDIR)/libcolline.so $(DESTDIR)$(LIBDIR)/$(SONAME) \
	    $(DESTDIR)$(LIBDIR)/$(SO_FILE) $(DESTDIR)$(LIBDIR)/libcolline-map.so $(DESTDIR)$(LIBDIR)/pkgconfig/colline.pc
	rm -f $(DESTDIR)$(MANDIR)/man1/colline.1 $(DESTDIR)$(MANDIR)/man3/colline.3 $(DESTDIR)$(MANDIR)/man3/colline_*.3

# What git knows, the generated code (so that building needs neither lemon nor re2c), the man pages, and the library as
# one file: amalgamation/colline.c and colline.h.
dist: all man build/amalgamation/colline.c
	rm -rf build/colline-$(VERSION)
	mkdir -p build/colline-$(VERSION)/build
	git ls-files -z | xargs -0 cp --parents -t build/colline-$(VERSION)
	cp -R build/gen build/man build/colline-$(VERSION)/build/
	rm -rf build/colline-$(VERSION)/build/gen/report
	@# (All of one age, and younger than what they are made from.)
	find build/colline-$(VERSION)/build -type f -exec touch -r build/colline-$(VERSION)/build {} +
	mkdir build/colline-$(VERSION)/amalgamation
	cp build/amalgamation/colline.[ch] build/colline-$(VERSION)/amalgamation/
	tar -C build -czf build/colline-$(VERSION).tar.gz colline-$(VERSION)

# ---- Upkeep -----------------------------------------------------------------------------------------

# Documents that are made from the source; a test compares them.
docs:
	scripts/diagnostics-doc > docs/diagnostics.md
	scripts/dialects-doc > docs/dialects.md
	scripts/ast-doc > docs/ast.md
	bindings/python/generate > bindings/python/colline/_abi.py.new
	mv bindings/python/colline/_abi.py.new bindings/python/colline/_abi.py

# The binary interface as it is now; a test compares, so that a change is seen.
abi-update:
	$(PYTHON) scripts/abi > tests/abi.txt

format:
	clang-format -i $(wildcard src/*.[ch] src/*/*.[ch] tests/*/*.[ch] examples/*.c)

TIDY = -*,bugprone-*,clang-analyzer-*,-bugprone-easily-swappable-parameters,-bugprone-narrowing-conversions,$\
       -bugprone-reserved-identifier,-bugprone-sizeof-expression,-bugprone-implicit-widening-of-multiplication-result,$\
       -clang-analyzer-security.insecureAPI.*,-clang-analyzer-valist.*

lint:
	$(MAKE) --no-print-directory VARIANT=strict CC=clang objects
	@# (cppcheck does not know that cln_fault_raise() never returns, and takes the parameter `not` for C++.)
	cppcheck --quiet --language=c --std=c11 --error-exitcode=1 --inline-suppr --enable=warning,performance,portability \
	    --suppress=syntaxError:src/syntax/ast_build.h \
	    --suppress=missingIncludeSystem --suppress=nullPointerRedundantCheck \
	    --suppress=nullPointerArithmeticRedundantCheck -Iinclude -Isrc -I. -Ibuild/gen src
	@# For a person to judge: clang-tidy's advice fails nothing.
	clang-tidy --quiet --checks='$(TIDY)' $(filter src/%,$(ALL_SOURCES)) -- $(BASIC_FLAGS) 2>/dev/null

deps:
	@scripts/deps build

clean:
	rm -rf build
