/** A recorded series of CPU use in cores, evenly spaced. */
export interface Trace {
  readonly name: string;
  readonly stepMs: number;
  readonly values: Float32Array;
  readonly average: number;
}

/** The value in cores at a time, interpolated between two rows; the series repeats forever. */
export function traceValueAt(trace: Trace, timeMs: number): number {
  const position = timeMs / trace.stepMs;
  const step = Math.floor(position);
  const count = trace.values.length;
  const from = trace.values[((step % count) + count) % count] ?? 0;
  const to = trace.values[(((step + 1) % count) + count) % count] ?? 0;
  return from + (to - from) * (position - step);
}
