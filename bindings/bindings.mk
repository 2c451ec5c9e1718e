# bindings.mk -- bindings of other languages, in build/bindings; each has a README of its own.
#
#   make wheel          the Python package with the library inside
#   make bindings       what the tools that are installed allow: SQLite, Java, WebAssembly, PostgreSQL (built by its own check)
#
# What is missing is left out here, and its tests say that they are skipped.

.PHONY: wheel bindings

# Installs without network: pip install --no-index build/wheel/*.whl
wheel: $(SHARED)
	@$(PYTHON) bindings/python/build_backend.py $(BUILD)/wheel

BINDINGS_OUT = build/bindings
have_header  = $(shell echo '\#include <$(1)>' | $(CC) -E - >/dev/null 2>&1 && echo yes)
have_program = $(shell command -v $(1) >/dev/null 2>&1 && echo yes)
WASM_CC      = clang
have_wasm    = $(and $(call have_program,$(WASM_CC)),$(call have_program,wasm-ld),$(wildcard /usr/lib/wasm32-wasi/libc.a),\
                 $(wildcard $(shell $(WASM_CC) -print-resource-dir 2>/dev/null)/lib/wasi/libclang_rt.builtins-wasm32.a))

# (A make of its own, so that only those who ask for bindings wait for what looks for tools.)
bindings_here = $(if $(call have_header,sqlite3ext.h),$(BINDINGS_OUT)/colline_sqlite.so) \
                $(if $(call have_program,javac),bindings-java) \
                $(if $(call have_wasm),$(BINDINGS_OUT)/wasm/colline.wasm) \
                $(if $(filter rdkafka,$(MAP_FOUND)),$(BUILD)/tests/tools/kafka_mock)

.PHONY: wasm-if-possible
wasm-if-possible:
	+@$(if $(call have_wasm),$(PARALLEL) $(BINDINGS_OUT)/wasm/colline.wasm,:)

bindings: $(STATIC)
	@$(PARALLEL) $(bindings_here)

# ---- SQLite: the library is inside, and nothing of it is seen from outside ----

$(BINDINGS_OUT)/colline_sqlite.so: bindings/sqlite/colline_sqlite.c $(STATIC) include/colline.h
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) -std=c11 $(WARNINGS) -fPIC -fvisibility=hidden $(CFLAGS) -Iinclude -shared -o $@ $< $(STATIC) \
	    -Wl,--exclude-libs,ALL

# ---- Java ----

.PHONY: bindings-java
bindings-java: $(STATIC)
	@$(MAKE) --no-print-directory -s -C bindings/java ROOT=../.. tests

# ---- WebAssembly: the library's sources again, for wasm32, with wasi-libc ----

WASM_FLAGS   = --target=wasm32-wasi --sysroot=/usr -isystem /usr/include/wasm32-wasi -std=c11 -O2 -mbulk-memory -DNDEBUG \
               -fvisibility=hidden -Iinclude -Isrc -I. -Ibuild/gen -Isrc/syntax
# (The event bus has threads, which a page has not.)
WASM_SOURCES = $(filter-out src/api_bus% src/api_event%,$(LIB_SOURCES))
WASM_OBJECTS = $(patsubst %.c,$(BINDINGS_OUT)/wasm/obj/%.o,$(patsubst build/gen/%,gen/%,$(patsubst src/%,%,$(WASM_SOURCES))))

$(BINDINGS_OUT)/wasm/obj/gen/%.o: build/gen/%.c
	@mkdir -p $(@D)
	$(call say,WASM,$@)
	$(Q)$(WASM_CC) $(WASM_FLAGS) -w -MMD -MP -c -o $@ $<

$(BINDINGS_OUT)/wasm/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(call say,WASM,$@)
	$(Q)$(WASM_CC) $(WASM_FLAGS) -MMD -MP -c -o $@ $<

$(WASM_OBJECTS): | build/gen/sql.h build/gen/keyword_table.h build/gen/builtin_table.h

-include $(patsubst %.o,%.d,$(WASM_OBJECTS))

$(BINDINGS_OUT)/wasm/colline.wasm: $(WASM_OBJECTS) bindings/wasm/colline_wasm.c bindings/wasm/colline.js bindings/wasm/colline.d.ts
	$(call say,LINK,$@)
	$(Q)$(WASM_CC) $(WASM_FLAGS) -Wall -Wextra -mexec-model=reactor -nostartfiles -Wl,--no-entry -Wl,--export=__stack_pointer \
	    -Wl,--export-table -Wl,--strip-all -Wl,-z,stack-size=1048576 -Wl,--max-memory=1073741824 -L/usr/lib/wasm32-wasi -o $@ $(WASM_OBJECTS) \
	    bindings/wasm/colline_wasm.c
	@cp bindings/wasm/colline.js bindings/wasm/colline.d.ts $(@D)/

# ---- Programs of the tests ----

$(BUILD)/tests/tools/kafka_mock: tests/tools/kafka_mock.c
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) -std=c11 $(WARNINGS) -Wno-conversion $(CFLAGS) -o $@ $< $(shell $(PKG_CONFIG) --cflags --libs rdkafka)
