import { histogramChecker } from './check-histogram';
import type { Checker } from './checker';

/** One checker per vector file; a file without one is said to be skipped. */
export const CHECKERS: readonly Checker[] = [histogramChecker];
