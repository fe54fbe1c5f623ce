import { approvalsScenario } from './approvals';
import { bothDirections } from './both-directions';
import { budgetAllowsNothing } from './budget-allows-nothing';
import { dayOne } from './day-one';
import { empty, withoutCrds } from './empty';
import { heapsScenario } from './heaps';
import { hungryStart } from './hungry-start';
import { markedPods } from './marked-pods';
import { meshScenario } from './mesh';
import { nodesTooSmall } from './nodes-too-small';
import { noisyNeighbours } from './noisy-neighbours';
import { oldKubelets } from './old-kubelets';
import { oomStorm } from './oom-storm';
import { podLevel } from './pod-level';
import { policies } from './policies';
import { pressureScenario } from './pressure';
import { quotaTooTight } from './quota-too-tight';
import { recommenders } from './recommenders';
import { rollingUpdates } from './rolling-updates';
import type { Scenario } from './scenario';
import { sidecarHidesLoad } from './sidecar-hides-load';
import { smallShop } from './small-shop';
import { thousandWorkloads } from './thousand-workloads';
import { unlikeNodes } from './unlike-nodes';
import { webhookBroken } from './webhook-broken';

/** Every scenario; the first is the default. */
export const SCENARIOS: readonly Scenario[] = [
  smallShop,
  oomStorm,
  noisyNeighbours,
  recommenders,
  thousandWorkloads,
  nodesTooSmall,
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
