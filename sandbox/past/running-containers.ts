import type { Kubelets } from '@/sandbox/kubelet/kubelets';
import { enforcedOn, usageOf } from '@/sandbox/kubelet/pod-run';
import { waitingOf } from '@/sandbox/kubelet/pressure';
import type { PastContainerRun } from '@/sandbox/past/past-pods';

const NOTHING = { cpuMillicores: 0, memoryBytes: 0 };

/** The containers that run now, as Prometheus tells of them. */
export function* runningContainers(kubelets: Kubelets): Generator<PastContainerRun> {
  for (const run of kubelets.allRuns()) {
    const { name: pod, namespace = '', labels = {} } = run.pod.metadata;
    const first = run.containers.find(({ role }) => role === 'main');
    for (const container of run.containers) {
      const { phase } = container;
      if (phase.kind !== 'running' || container.role === 'init') continue;
      yield {
        namespace,
        pod,
        container: container.name,
        labels,
        work: container.work,
        isFirst: container === first,
        cpuLimitMillicores: enforcedOn(container).cpuLimitMillicores,
        startedAtMs: () => phase.startedAtMs,
        usageAt: (atMs) => usageOf(container, Math.max(atMs, phase.startedAtMs)) ?? NOTHING,
        waitingAt: (atMs) => waitingOf(run, container, Math.max(atMs, phase.startedAtMs)),
      };
    }
  }
}
