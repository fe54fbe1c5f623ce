import { Kubelets } from '../kubelet/kubelets';
import { startScheduler } from '../scheduler/scheduler';
import type { Trace } from '../workloads/traces';
import { startAdoption } from './adoption';
import type { ControlPlane, Running } from './control-plane';
import { startCronJobs } from './cron-job';
import { startDaemonSets } from './daemon-set';
import { startDeployments } from './deployment';
import { startDisruptionBudgets } from './disruption-budget';
import { startHorizontal } from './horizontal';
import { startJobs } from './job';
import { startNamespaceDefaults } from './namespace-defaults';
import { startPodGarbage } from './pod-garbage';
import { PodNames } from './pods';
import { startReplicaSets } from './replica-set';
import { startStatefulSets } from './stateful-set';

/** All controllers, the scheduler and the kubelets, at work. */
export interface RunningControlPlane extends Running {
  readonly kubelets: Kubelets;
}

export interface ControlPlaneOptions {
  readonly traces?: readonly Trace[];
  /** Whether HPAs scale, as with the HPA controller of kube-controller-manager. */
  readonly scalesHorizontally?: boolean;
}

export function startControlPlane(
  plane: ControlPlane,
  { traces = [], scalesHorizontally = true }: ControlPlaneOptions = {},
): RunningControlPlane {
  const names = new PodNames(plane.seed);
  const kubelets = new Kubelets(plane, traces).start();
  const parts: Running[] = [
    startScheduler(plane),
    startReplicaSets(plane, names),
    startDeployments(plane),
    startStatefulSets(plane),
    startDaemonSets(plane, names),
    startJobs(plane, names),
    startCronJobs(plane),
    startAdoption(plane),
    startDisruptionBudgets(plane),
    startNamespaceDefaults(plane),
    startPodGarbage(plane),
    ...(scalesHorizontally ? [startHorizontal(plane)] : []),
  ];
  return {
    kubelets,
    stop: () => {
      for (const part of parts) part.stop();
      kubelets.stop();
    },
    idle: () => parts.every((part) => part.idle()),
  };
}
