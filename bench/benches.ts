import { admissionBench } from './admission';
import { admissionInPodBench } from './admission-in-pod';
import { admissionReplayBench } from './admission-replay';
import type { Bench } from './bench';
import { browserBench } from './browser';
import { coldStartBench, fineColdStartBench } from './cold-start';
import { fleetBench } from './fleet';
import { gatherBench } from './gather';
import { heapBench } from './heap';
import { historyBench } from './history';
import { horizontalBench } from './horizontal';
import { hubBench } from './hub';
import { ingestBench } from './ingest';
import { largeBench } from './large';
import { nodesBench } from './nodes';
import { pagesBench } from './pages';
import { passBench } from './pass';
import { planBench } from './plan';
import { podLawsBench } from './pod-laws';
import { qualityBench } from './quality/bench';
import { recommendBench } from './recommend';
import { recommendAdaptiveBench } from './recommend-chosen';
import { reindexBench } from './reindex';
import { replayBench } from './replay';
import { sandboxBench } from './sandbox';
import { sandboxStartBench } from './sandbox-start';
import { scaleBench } from './scale';
import { scanBench } from './scan';
import { siegeBench } from './siege';
import { signalsBench } from './signals';
import { soakBench } from './soak';
import { stopBench } from './stop';
import { versusBench } from './versus';

/** Every bench, in the order they run. */
export const BENCHES: readonly Bench[] = [
  ingestBench,
  reindexBench,
  recommendBench,
  recommendAdaptiveBench,
  nodesBench,
  signalsBench,
  gatherBench,
  planBench,
  fleetBench,
  horizontalBench,
  replayBench,
  qualityBench,
  pagesBench,
  browserBench,
  hubBench,
  heapBench,
  historyBench,
  largeBench,
  passBench,
  coldStartBench,
  fineColdStartBench,
  admissionBench,
  admissionReplayBench,
  admissionInPodBench,
  stopBench,
  sandboxStartBench,
  sandboxBench,
  scaleBench,
  siegeBench,
  scanBench,
  podLawsBench,
  soakBench,
  versusBench,
];
