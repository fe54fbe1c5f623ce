import { admissionBench } from './admission';
import { admissionInPodBench } from './admission-in-pod';
import type { Bench } from './bench';
import { browserBench } from './browser';
import { coldStartBench } from './cold-start';
import { harmBench } from './harm';
import { heapBench } from './heap';
import { ingestBench } from './ingest';
import { largeBench } from './large';
import { pagesBench } from './pages';
import { passBench } from './pass';
import { planBench } from './plan';
import { qualityBench } from './quality/bench';
import { recommendBench } from './recommend';
import { scaleBench } from './scale';
import { scanBench } from './scan';
import { soakBench } from './soak';
import { versusBench } from './versus';

/** Every bench, in the order they run. */
export const BENCHES: readonly Bench[] = [
  ingestBench,
  recommendBench,
  planBench,
  qualityBench,
  pagesBench,
  browserBench,
  harmBench,
  heapBench,
  largeBench,
  passBench,
  coldStartBench,
  admissionBench,
  admissionInPodBench,
  scaleBench,
  scanBench,
  soakBench,
  versusBench,
];
