import { RecordingError } from '@/server/backtest/usage-grid';
import type { ReplayWorkload } from '@/server/backtest/workload';
import type { Config } from '@/server/config';
import { podsOfRun, podTemplateOf } from '@/server/kube/pod-template';
import type { ClusterContext } from '@/server/kube/role-context';
import type { Pod, PodTemplateSpec, Workload } from '@/server/kube/types';
import type { VerticalPodAutoscaler } from '@/server/kube/vpa-types';
import { amountsFrom, QuantityError } from '@/server/model/quantity';
import { type Selector, selectorMatches } from '@/server/model/selector';
import type { StopScope } from '@/server/policy/stop';
import type { Series } from '@/server/store';
import { KeptPast } from '@/server/usage/kept-past';
import type { PastSource, TimeSpan } from '@/server/usage/source';
import { PAST_SOURCES } from '@/server/usage/sources';
import { formatDuration } from '@/server/words/times';
import { type PresentWorkload, recordedWorkload } from '../backtest/recorded-workload';

const HOUR_MS = 3_600_000;
/** With less, no recommender knows anything worth comparing. */
export const LEAST_HISTORY_MS = 2 * HOUR_MS;
/** Replicas that are lived through one by one; more would only take longer. */
const MOST_REPLICAS = 200;

export interface InputParts {
  readonly config: Config;
  readonly cluster: Pick<ClusterContext, 'caches' | 'targets' | 'problems' | 'wallClock' | 'log'>;
  readonly series: Pick<Series, 'past'>;
}

/** A workload to replay, or why it cannot be. */
export type Input =
  | { readonly kind: 'found'; readonly workload: ReplayWorkload }
  | { readonly kind: 'too-little'; readonly why: string }
  | { readonly kind: 'unusable'; readonly why: string };

/** The VPAs of a scope, by namespace and name. */
export function vpasIn({ caches }: InputParts['cluster'], scope: StopScope): VerticalPodAutoscaler[] {
  if (scope.kind === 'vpa') {
    const vpa = caches.vpas.get(scope.namespace, scope.name);
    return vpa ? [vpa] : [];
  }
  const all = [...caches.vpas.list(scope.kind === 'namespace' ? scope.namespace : undefined)];
  return all.sort((a, b) => (titleOfVpa(a) < titleOfVpa(b) ? -1 : 1));
}

export function titleOfVpa({ metadata: { namespace, name } }: VerticalPodAutoscaler): string {
  return `${namespace}/${name}`;
}

/** Where the past of replays comes from: what Plumbline kept, or Prometheus if that is the storage. */
export class Inputs {
  readonly source: 'store' | 'prometheus';
  private readonly prometheus: ReturnType<(typeof PAST_SOURCES)['prometheus']> | undefined;

  constructor(private readonly parts: InputParts) {
    const { config, cluster } = parts;
    const isPrometheus = config.storage === 'prometheus' && config.prometheusAddress !== '';
    this.source = isPrometheus ? 'prometheus' : 'store';
    const { problems, wallClock, log, caches } = cluster;
    const known = {
      labelsOf: (namespace: string, pod: string) => caches.pods.get(namespace, pod)?.metadata.labels,
      templateOf: () => undefined,
      labelNames: (namespace: string) =>
        new Set(
          [...caches.pods.list(namespace)].flatMap(({ metadata }) => Object.keys(metadata.labels ?? {})),
        ),
    };
    this.prometheus = isPrometheus
      ? PAST_SOURCES.prometheus({ settings: config, known, problems, wallClock, log })
      : undefined;
  }

  async of(vpa: VerticalPodAutoscaler, span: TimeSpan, stopping: AbortSignal): Promise<Input> {
    const present = await this.presentOf(vpa);
    if (typeof present === 'string') return { kind: 'unusable', why: present };
    const source = this.prometheus ?? this.kept(vpa, present);
    const workload = await recordedWorkload(source, span, present.workload, stopping).catch(
      (error: unknown) => {
        if (error instanceof RecordingError) return error;
        throw error;
      },
    );
    if (workload instanceof RecordingError) return { kind: 'unusable', why: workload.message };
    const keptMs = workload ? workload.steps * workload.stepMs : 0;
    if (workload && keptMs >= LEAST_HISTORY_MS) return { kind: 'found', workload };
    const there = keptMs > 0 ? `${formatDuration(keptMs)} of usage ${are(keptMs)}` : 'no usage is';
    const why = `${there} kept of ${titleOfVpa(vpa)}; a replay needs ${formatDuration(LEAST_HISTORY_MS)}. Try again in ${formatDuration(LEAST_HISTORY_MS - keptMs)}.`;
    return { kind: 'too-little', why };
  }

  async close(): Promise<void> {
    await this.prometheus?.close();
  }

  /** What Plumbline kept of the containers of one VPA. */
  private kept(vpa: VerticalPodAutoscaler, { labels, workload }: Present): PastSource {
    const { namespace = '', name } = vpa.metadata;
    const keys = workload.containers.map((one) => ({ namespace, vpa: name, container: one.name }));
    const { series } = this.parts;
    return new KeptPast({
      series: { keys: async () => keys, past: (...asked) => series.past(...asked) },
      labelsOf: () => labels,
    });
  }

  /** The workload as it is now, or what is wrong with it. */
  private async presentOf(vpa: VerticalPodAutoscaler): Promise<Present | string> {
    const { namespace = '', name } = vpa.metadata;
    const targetRef = vpa.spec?.targetRef;
    if (!targetRef) return 'it names no target';
    const { targets } = this.parts.cluster;
    const target = await targets.resolveTarget(namespace, targetRef);
    switch (target.kind) {
      case 'missing':
        return `its target ${targetRef.kind} ${targetRef.name} does not exist`;
      case 'unsupported':
        return `its target cannot be used: ${target.detail}`;
      case 'not-topmost':
        return `its target belongs to ${target.by.kind} ${target.by.name}`;
      case 'failed':
        return `its target cannot be read: ${target.error.message}`;
      case 'found': {
        const pods = this.podsOf(namespace, target.selector);
        const template = (target.workload && podTemplateOf(target.workload)) ?? templateFrom(pods[0]);
        if (!template) return 'its target has no pods yet';
        const replicas = replicasOf(target.workload) ?? pods.length;
        return {
          labels: template.metadata?.labels ?? {},
          workload: {
            namespace,
            name,
            selector: target.selector,
            replicas: Math.min(MOST_REPLICAS, Math.max(1, replicas)),
            containers: containersOf(template),
          },
        };
      }
    }
  }

  private podsOf(namespace: string, selector: Selector): Pod[] {
    return [...this.parts.cluster.caches.pods.list(namespace)].filter(({ metadata, status }) => {
      const hasEnded = status?.phase === 'Succeeded' || status?.phase === 'Failed';
      return !hasEnded && selectorMatches(selector, metadata.labels ?? {});
    });
  }
}

interface Present {
  readonly labels: Readonly<Record<string, string>>;
  readonly workload: PresentWorkload;
}

function templateFrom(pod: Pod | undefined): PodTemplateSpec | undefined {
  return pod && { metadata: { labels: pod.metadata.labels }, spec: pod.spec };
}

/** Undefined for kinds without a number of their own. */
function replicasOf(workload: Workload | undefined): number | undefined {
  if (!workload) return undefined;
  if (workload.spec.jobTemplate) return podsOfRun(workload);
  return workload.spec.replicas ?? workload.spec.parallelism;
}

/** What their template states; a quantity that cannot be read counts as none. */
function containersOf({ spec }: PodTemplateSpec): PresentWorkload['containers'] {
  const read = (list: Parameters<typeof amountsFrom>[0]) => {
    try {
      return amountsFrom(list);
    } catch (error) {
      if (error instanceof QuantityError) return {};
      throw error;
    }
  };
  return spec.containers.map(({ name, resources }) => {
    const limits = read(resources?.limits);
    return { name, limits, requests: { ...limits, ...read(resources?.requests) } };
  });
}

function are(ms: number): string {
  return formatDuration(ms).startsWith('1 ') ? 'is' : 'are';
}
