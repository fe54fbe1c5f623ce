import { admissionInPodBench } from './admission-in-pod';
import type { Bench } from './bench';
import { browserBench } from './browser';
import { coldStartBench } from './cold-start';
import { firstPaintBench } from './first-paint';
import { harmBench } from './harm';
import { hubBench } from './hub';
import { largeBench } from './large';
import { pagesBench } from './pages';
import { qualityBench } from './quality/bench';
import { scaleBench } from './scale';
import { scanBench } from './scan';
import { slopesBench } from './slopes';
import { soakBench } from './soak';
import { versusBench } from './versus';
import { vitalsBench } from './vitals';

/** Every bench, in the order they run. */
export const BENCHES: readonly Bench[] = [
  qualityBench,
  pagesBench,
  browserBench,
  vitalsBench,
  firstPaintBench,
  harmBench,
  largeBench,
  coldStartBench,
  admissionInPodBench,
  scaleBench,
  scanBench,
  slopesBench,
  hubBench,
  soakBench,
  versusBench,
];
