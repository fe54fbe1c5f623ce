import { setFlagsFromString } from 'node:v8';

/** That of Node 20. The flag is gone from those of Node 22 and later, which print that they do not know it. */
const KNOWS_THE_FLAG = '11';
/** Bytes of bytecode that a function runs between two looks at whether to optimize it; by default 67,584. */
const BUDGET = 1_000_000;

/**
 * Lets V8 optimize only what runs for longer, in threads that start later too. A process that works a second or two of
 * each minute else spends a third of its time, and 25 MB, to optimize what it then seldom runs, and a scan of 10,000
 * containers a quarter. What is really hot is optimized all the same.
 */
export function optimizeLate(): void {
  if (process.versions.v8.split('.')[0] === KNOWS_THE_FLAG)
    setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}
