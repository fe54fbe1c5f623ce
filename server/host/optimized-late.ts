import { setFlagsFromString } from 'node:v8';

/** Newer ones may have no such flag: they print that they do not know it. */
const KNOWS_THE_FLAG = new Set(['11', '12']);
/** Bytes of bytecode that a function runs between two looks at whether to optimize it; by default 67,584. */
const BUDGET = 1_000_000;

/**
 * Lets V8 optimize only what runs for longer. A process that works a second or two of each minute else spends a third
 * of its time, and 25 MB, to optimize what it then seldom runs. What is really hot is optimized all the same.
 */
export function optimizeLate(): void {
  if (KNOWS_THE_FLAG.has(process.versions.v8.split('.')[0] ?? ''))
    setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}
