/** The programs that manage the memory of what runs in them, and the signals that tell of their heaps. */
export const RUNTIMES = ['jvm', 'go', 'node', 'dotnet'] as const;
export type HeapRuntime = (typeof RUNTIMES)[number];

/** What of the heap is in use, after the last collection where the runtime tells that. */
export const HEAP_SIGNALS: Readonly<Record<HeapRuntime, string>> = {
  jvm: 'jvm-heap',
  go: 'go-heap',
  node: 'node-heap',
  dotnet: 'dotnet-heap',
};

/** What the runtime has taken for its heap, in use or not. */
export const HEAP_COMMITTED = 'heap-committed';
