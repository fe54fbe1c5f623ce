import { admissionChecker } from './check-admission';
import { histogramChecker } from './check-histogram';
import { horizontalChecker } from './check-horizontal';
import { recommenderChecker } from './check-recommender';
import { updaterChecker } from './check-updater';
import { validationChecker } from './check-validation';
import type { Checker } from './checker';

/** One checker per vector file; a file without one is reported as skipped. */
export const CHECKERS: readonly Checker[] = [
  admissionChecker,
  histogramChecker,
  horizontalChecker,
  recommenderChecker,
  updaterChecker,
  validationChecker,
];
