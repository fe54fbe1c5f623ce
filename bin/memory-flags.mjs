/**
 * The parser of HTTP and the compiler of queries are WebAssembly. To make the parser faster, V8 takes 40 MB at the
 * first requests, of which the C library keeps up to 40 for good; requests are answered as fast without that.
 */
const WASM_FLAGS = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/**
 * How the process of the dashboard and all roles keeps its memory small, and its pauses short. A young generation of a
 * few megabytes is collected by one thread in the time that several take to share the work. The old one is collected
 * once it has grown by this many percent, about once a minute; without the flag, V8 waits for a fourfold heap where
 * memory is plenty. The memory reducer would collect an idle heap two or three times more after each time, and
 * find nothing. One thread beside the main one collects and compiles; four in turn take more CPU for the same.
 */
export const MEMORY_FLAGS = [
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
  '--heap-growing-percent=20',
  '--no-memory-reducer',
  '--v8-pool-size=1',
  ...WASM_FLAGS,
];

/** The demo has a whole cluster in its process, whose objects are born and die by the thousand: room for them is time saved. */
export const DEMO_MEMORY_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=70', ...WASM_FLAGS];

/**
 * The C library else keeps freed memory in eight pools for each core, and raises by itself from how many bytes on a
 * block goes back to the system when freed: after a few large answers it keeps tens of megabytes.
 */
export const MEMORY_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
