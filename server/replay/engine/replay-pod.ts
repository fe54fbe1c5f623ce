import { resizeNotes } from '../../decide/pods/resize-notes';
import { toKubeTime } from '../../lib/time/clock';
import { amountsFrom, resourceListFrom } from '../../objects/quantity';
import type { ContainerStatus, Pod, PodPhase } from '../../objects/types';
import { ReplayedContainer } from './container-run';
import type { ContainerAmountsChange } from './decider';
import type { ReplayWorkload } from './workload';

/** The ReplicaSet that makes the pods of a workload. */
export function replicaSetOf({ namespace, name }: Pick<ReplayWorkload, 'namespace' | 'name'>) {
  return { apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid: `replica-set-${namespace}-${name}` };
}

/** The pod that the template of a workload makes, before admission. */
export function templatePod(workload: ReplayWorkload, podName: string, nowMs: number): Pod {
  const { namespace, name, containers } = workload;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: podName,
      namespace,
      uid: `${namespace}-${podName}`,
      labels: { app: name },
      creationTimestamp: toKubeTime(nowMs),
      ownerReferences: [{ ...replicaSetOf(workload), controller: true }],
    },
    spec: {
      nodeName: 'replay',
      containers: containers.map(({ name, requests, limits }) => ({
        name,
        resources: { requests: resourceListFrom(requests), limits: resourceListFrom(limits) },
      })),
    },
  };
}

export class ReplayPod {
  /** As the cluster would show it; a new object whenever it changes. */
  pod: Pod;
  readonly runs: readonly ReplayedContainer[];
  private phase: PodPhase = 'Pending';

  /** @param admitted as admission left it @param factors its usage, as multiples of the recorded one */
  constructor(
    { containers }: ReplayWorkload,
    readonly replica: number,
    admitted: Pod,
    /** When it is ready, Unix ms. */
    readonly readyMs: number,
    factor: number,
  ) {
    this.pod = admitted;
    this.runs = containers.map(
      ({ name, usage }) => new ReplayedContainer(name, usage[replica % usage.length] ?? {}, factor, readyMs),
    );
    this.takeAmounts();
    this.show();
  }

  get isUp(): boolean {
    return this.phase === 'Running';
  }

  /** It becomes ready. */
  start(): void {
    this.phase = 'Running';
    this.show();
  }

  /** Changes what its containers state, without a restart. */
  resize(changes: readonly ContainerAmountsChange[], nowMs: number): void {
    const { metadata, spec } = this.pod;
    this.pod = {
      ...this.pod,
      metadata: {
        ...metadata,
        annotations: {
          ...metadata.annotations,
          ...resizeNotes(metadata.annotations, changes, nowMs),
        },
      },
      spec: {
        ...spec,
        containers: spec.containers.map((container) => {
          const change = changes.find((one) => one.container === container.name);
          if (!change) return container;
          const { requests, limits } = container.resources ?? {};
          return {
            ...container,
            resources: {
              requests: { ...requests, ...resourceListFrom(change.to) },
              limits: { ...limits, ...resourceListFrom(change.limits) },
            },
          };
        }),
      },
    };
    this.takeAmounts();
    this.show();
  }

  /** Shows the state of its containers in its status. */
  show(): void {
    const isReady = this.isUp ? 'True' : 'False';
    this.pod = {
      ...this.pod,
      status: {
        phase: this.phase,
        ...(this.isUp && { startTime: toKubeTime(this.readyMs) }),
        conditions: [{ type: 'Ready', status: isReady, lastTransitionTime: toKubeTime(this.readyMs) }],
        containerStatuses: this.isUp ? this.runs.map((run) => this.statusOf(run)) : [],
      },
    };
  }

  private takeAmounts(): void {
    for (const [index, run] of this.runs.entries()) {
      const { requests, limits } = this.pod.spec.containers[index]?.resources ?? {};
      run.requests = amountsFrom(requests);
      run.limits = amountsFrom(limits);
    }
  }

  private statusOf({
    name,
    restarts,
    killedMs,
    lastStartedMs,
    startedMs,
  }: ReplayedContainer): ContainerStatus {
    const terminated = killedMs !== undefined && {
      exitCode: 137,
      reason: 'OOMKilled',
      startedAt: toKubeTime(lastStartedMs),
      finishedAt: toKubeTime(killedMs),
    };
    const { resources } = this.pod.spec.containers.find((container) => container.name === name) ?? {};
    return {
      name,
      ready: true,
      restartCount: restarts,
      image: '',
      imageID: '',
      state: { running: { startedAt: toKubeTime(startedMs) } },
      resources: resources ?? {},
      ...(terminated && { lastState: { terminated } }),
    };
  }
}
