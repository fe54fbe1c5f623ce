import { startAdoption } from '@/sandbox/controllers/adoption';
import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import { startCronJobs } from '@/sandbox/controllers/cron-job';
import { startDaemonSets } from '@/sandbox/controllers/daemon-set';
import { startDeployments } from '@/sandbox/controllers/deployment';
import { startDisruptionBudgets } from '@/sandbox/controllers/disruption-budget';
import { startHpas } from '@/sandbox/controllers/hpa';
import { startJobs } from '@/sandbox/controllers/job';
import { startNamespaceDefaults } from '@/sandbox/controllers/namespace-defaults';
import { startPodGarbage } from '@/sandbox/controllers/pod-garbage';
import { PodNames } from '@/sandbox/controllers/pods';
import { startReplicaSets } from '@/sandbox/controllers/replica-set';
import { startStatefulSets } from '@/sandbox/controllers/stateful-set';
import { Kubelets } from '@/sandbox/kubelet/kubelets';
import { startScheduler } from '@/sandbox/scheduler/scheduler';
import type { Trace } from '@/sandbox/workloads/traces';

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
    ...(scalesHorizontally ? [startHpas(plane)] : []),
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
