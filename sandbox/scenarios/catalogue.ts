import { approvalsScenario } from '@/sandbox/scenarios/approvals';
import { bothDirections } from '@/sandbox/scenarios/both-directions';
import { budgetAllowsNothing } from '@/sandbox/scenarios/budget-allows-nothing';
import { dayOne } from '@/sandbox/scenarios/day-one';
import { empty, withoutCrds } from '@/sandbox/scenarios/empty';
import { heapsScenario } from '@/sandbox/scenarios/heaps';
import { hungryStart } from '@/sandbox/scenarios/hungry-start';
import { markedPods } from '@/sandbox/scenarios/marked-pods';
import { meshScenario } from '@/sandbox/scenarios/mesh';
import { nodeTroubles } from '@/sandbox/scenarios/node-troubles';
import { nodesTooSmall } from '@/sandbox/scenarios/nodes-too-small';
import { noisyNeighbours } from '@/sandbox/scenarios/noisy-neighbours';
import { oldKubelets } from '@/sandbox/scenarios/old-kubelets';
import { oomStorm } from '@/sandbox/scenarios/oom-storm';
import { podLevel } from '@/sandbox/scenarios/pod-level';
import { policies } from '@/sandbox/scenarios/policies';
import { pressureScenario } from '@/sandbox/scenarios/pressure';
import { quotaTooTight } from '@/sandbox/scenarios/quota-too-tight';
import { recommenders } from '@/sandbox/scenarios/recommenders';
import { rollingUpdates } from '@/sandbox/scenarios/rolling-updates';
import type { Scenario } from '@/sandbox/scenarios/scenario';
import { sidecarHidesLoad } from '@/sandbox/scenarios/sidecar-hides-load';
import { smallShop } from '@/sandbox/scenarios/small-shop';
import { thousandWorkloads } from '@/sandbox/scenarios/thousand-workloads';
import { unlikeNodes } from '@/sandbox/scenarios/unlike-nodes';
import { webhookBroken } from '@/sandbox/scenarios/webhook-broken';

/** Every scenario; the first is the default. */
export const SCENARIOS: readonly Scenario[] = [
  smallShop,
  oomStorm,
  noisyNeighbours,
  recommenders,
  thousandWorkloads,
  nodesTooSmall,
  nodeTroubles,
  quotaTooTight,
  markedPods,
  budgetAllowsNothing,
  approvalsScenario,
  policies,
  rollingUpdates,
  sidecarHidesLoad,
  meshScenario,
  pressureScenario,
  heapsScenario,
  oldKubelets,
  podLevel,
  bothDirections,
  hungryStart,
  unlikeNodes,
  webhookBroken,
  dayOne,
  empty,
  withoutCrds,
];

export function findScenario(name: string): Scenario | undefined {
  return SCENARIOS.find((scenario) => scenario.name === name);
}
