/** Heap and memory outside of it, after a garbage collection. @throws Error without `--expose-gc` */
export function usedBytes(): number {
  if (!globalThis.gc) throw new Error('run with --expose-gc');
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
