import type { Config } from '@/server/config';
import type { StopScope } from '@/server/decide/pods/stop';
import { gatesOf } from '@/server/decide/pods/vpa-faults';
import type { ClusterContext } from '@/server/kube/role-context';
import { AppError } from '@/server/lib/report/errors';
import { deadline } from '@/server/lib/time/deadline';
import { ownTurn } from '@/server/lib/time/slices';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { Series } from '@/server/store';
import { KeptPast } from '@/server/usage/kept-past';
import type { PastSource, TimeSpan } from '@/server/usage/source';
import { PAST_SOURCES } from '@/server/usage/sources';
import { formatDuration } from '@/server/words/times';
import { RecordingError } from './engine/usage-grid';
import type { ReplayWorkload } from './engine/workload';
import { recordedWorkload } from './live/recorded-workload';
import { type PresentState, presentOf } from './present';

const HOUR_MS = 3_600_000;
/** With less, no recommender knows anything worth comparing. */
export const LEAST_REPLAYED_MS = 2 * HOUR_MS;
/** A past that begins so much later than asked for may be longer elsewhere. */
const MISSING_MS = 12 * HOUR_MS;
/** Of one container; with more, how many there were is not known. */
const MOST_HAPPENINGS = 20_000;
/** How long Prometheus is waited for where it only completes what was kept, in real ms. */
const PATIENCE_MS = 20_000;

export type SourceName = 'store' | 'prometheus';

export interface InputParts {
  readonly config: Config;
  readonly cluster: Pick<ClusterContext, 'caches' | 'targets' | 'problems' | 'wallClock' | 'log'>;
  readonly series: Pick<Series, 'past' | 'happeningsKnown'>;
}

/** A workload to replay, or why it cannot be. */
export type Input =
  | { readonly kind: 'found'; readonly workload: ReplayWorkload; readonly source: SourceName }
  | { readonly kind: 'too-little'; readonly why: string }
  | { readonly kind: 'unusable'; readonly why: string };

/** The VPAs of a scope, by namespace and name. @throws AppError `not-ready` until those of the cluster were listed */
export function vpasIn(
  { caches }: Pick<ClusterContext, 'caches'>,
  scope: StopScope,
): VerticalPodAutoscaler[] {
  if (!caches.vpas.seen && caches.vpas.state.kind !== 'absent')
    throw new AppError('not-ready', 'the VPAs of the cluster are not listed yet');
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

/**
 * Where the past of replays comes from: what Plumbline kept, or Prometheus if that is the storage, or if it knows a
 * longer past, as while that is being loaded.
 */
export class Inputs {
  private prometheus: ReturnType<(typeof PAST_SOURCES)['prometheus']> | undefined;

  constructor(private readonly parts: InputParts) {}

  async of(vpa: VerticalPodAutoscaler, span: TimeSpan, stopping: AbortSignal): Promise<Input> {
    await ownTurn();
    const { storage, prometheusAddress } = this.parts.config;
    const present = await presentOf(this.parts.cluster, vpa, gatesOf(this.parts.config));
    if (typeof present === 'string') return { kind: 'unusable', why: present };
    try {
      if (storage === 'prometheus' && prometheusAddress !== '')
        return inputOf(vpa, await recorded(this.fromPrometheus(), span, present, stopping), 'prometheus');
      const kept = await recorded(this.kept(vpa, present), span, present, stopping);
      const isWhole = kept !== undefined && kept.startMs <= span.fromMs + MISSING_MS;
      const longer =
        isWhole || prometheusAddress === '' ? undefined : await this.longer(span, present, stopping);
      return longer && lengthOf(longer) > lengthOf(kept)
        ? inputOf(vpa, longer, 'prometheus')
        : inputOf(vpa, kept, 'store');
    } catch (error) {
      if (error instanceof RecordingError) return { kind: 'unusable', why: error.message };
      throw error;
    }
  }

  /**
   * How many OOM kills of some containers of a VPA were seen; undefined if that is not known. It is known where usage
   * was kept: whoever keeps it sees kills too.
   */
  async killsSeen(
    vpa: VerticalPodAutoscaler,
    containers: readonly string[],
    span: TimeSpan,
  ): Promise<number | undefined> {
    const { namespace = '', name } = vpa.metadata;
    let kills = 0;
    for (const container of containers) {
      const key = { namespace, vpa: name, container };
      const seen = await this.parts.series.happeningsKnown(key, span, MOST_HAPPENINGS);
      if (!seen.isComplete || seen.happenings.length === MOST_HAPPENINGS) return undefined;
      kills += seen.happenings.filter((one) => one.kind === 'oom' && one.container === container).length;
    }
    return kills;
  }

  async close(): Promise<void> {
    await this.prometheus?.close();
  }

  /** What Prometheus knows; undefined if it does not say so in time. */
  private async longer(
    span: TimeSpan,
    present: PresentState,
    stopping: AbortSignal,
  ): Promise<ReplayWorkload | undefined> {
    const { wallClock, log } = this.parts.cluster;
    const { signal, end } = deadline(wallClock, PATIENCE_MS, stopping, new Error('no answer in time'));
    try {
      return await recorded(this.fromPrometheus(), span, present, signal);
    } catch (err) {
      stopping.throwIfAborted();
      log.debug({ err }, 'Prometheus does not complete the past of a replay');
      return undefined;
    } finally {
      end();
    }
  }

  private fromPrometheus(): PastSource {
    const { config, cluster } = this.parts;
    const { problems, wallClock, log, caches } = cluster;
    const known = {
      labelsOf: (namespace: string, pod: string) => caches.pods.get(namespace, pod)?.metadata.labels,
      templateOf: () => undefined,
      labelNames: (namespace: string) =>
        new Set(
          [...caches.pods.list(namespace)].flatMap(({ metadata }) => Object.keys(metadata.labels ?? {})),
        ),
    };
    this.prometheus ??= PAST_SOURCES.prometheus({ settings: config, known, problems, wallClock, log });
    return this.prometheus;
  }

  /** What Plumbline kept of the containers of one VPA. */
  private kept(vpa: VerticalPodAutoscaler, { labels, workload }: PresentState): PastSource {
    const { namespace = '', name } = vpa.metadata;
    const keys = workload.containers.map((one) => ({ namespace, vpa: name, container: one.name }));
    const { series } = this.parts;
    return new KeptPast({
      series: { keys: async () => keys, past: (...asked) => series.past(...asked) },
      labelsOf: () => labels,
    });
  }
}

function recorded(source: PastSource, span: TimeSpan, { workload }: PresentState, stopping: AbortSignal) {
  return recordedWorkload(source, span, workload, stopping);
}

function lengthOf(workload: ReplayWorkload | undefined): number {
  return workload ? workload.steps * workload.stepMs : 0;
}

function inputOf(
  vpa: VerticalPodAutoscaler,
  workload: ReplayWorkload | undefined,
  source: SourceName,
): Input {
  const keptMs = lengthOf(workload);
  if (workload && keptMs >= LEAST_REPLAYED_MS) return { kind: 'found', workload, source };
  const there = keptMs > 0 ? `${formatDuration(keptMs)} of usage ${are(keptMs)}` : 'no usage is';
  const why = `${there} kept of ${titleOfVpa(vpa)}; a replay needs ${formatDuration(LEAST_REPLAYED_MS)}. Try again in ${formatDuration(LEAST_REPLAYED_MS - keptMs)}.`;
  return { kind: 'too-little', why };
}

function are(ms: number): string {
  return formatDuration(ms).startsWith('1 ') ? 'is' : 'are';
}
