import { admissionBench } from './admission';
import type { Bench } from './bench';
import { heapBench } from './heap';
import { ingestBench } from './ingest';
import { passBench } from './pass';
import { planBench } from './plan';
import { recommendBench } from './recommend';
import { reindexBench } from './reindex';
import { sandboxBench } from './sandbox';
import { sandboxStartBench } from './sandbox-start';

/** Every bench, in the order they run. */
export const BENCHES: readonly Bench[] = [
  ingestBench,
  reindexBench,
  recommendBench,
  planBench,
  heapBench,
  passBench,
  admissionBench,
  sandboxStartBench,
  sandboxBench,
];
