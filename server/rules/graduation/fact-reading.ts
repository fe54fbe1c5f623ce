import type { OomKill, TargetMoves } from '../../decide/features/graduation/facts';
import { MovesSum } from '../../decide/features/graduation/target-moves';
import { fewAtATime } from '../../lib/time/few-at-a-time';
import { offendersIn } from '../../objects/memory-eviction';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { Happening } from '../../store';
import type { GraduationPorts } from './ports';
import type { TargetTrack } from './target-track';

/** Points of the past of one container: enough to see how far a target moved. */
const MOST_POINTS = 200;
const MOST_HAPPENINGS = 100;
/** Containers of one VPA that are asked about. */
const MOST_CONTAINERS = 20;

type Reading = Pick<GraduationPorts['series'], 'past' | 'happenings'>;

/** How far targets moved, from what is kept of recommendations; without the database, from what was seen since. */
export async function readMoves(
  series: Reading,
  vpa: VerticalPodAutoscaler,
  track: TargetTrack,
  { nowMs, overMs }: { nowMs: number; overMs: number },
): Promise<TargetMoves> {
  const fromMs = nowMs - overMs;
  const kept = new MovesSum();
  let isAway = false;
  await fewAtATime(containersOf(vpa), async (container) => {
    const past = await series.past(keyOf(vpa, container), { fromMs, toMs: nowMs + 1 }, MOST_POINTS);
    isAway ||= !past.isComplete;
    for (const { atMs, cpu, memory } of past.points)
      kept.add(container, { atMs, targets: { cpu: cpu.target, memory: memory.target } });
  });
  track.addTo(kept, fromMs);
  return kept.result(nowMs, isAway);
}

/** The last OOM kill since a time, as far as the record knows; undefined if there was none. */
export async function readLastOom(
  series: Reading,
  vpa: VerticalPodAutoscaler,
  { fromMs, nowMs }: { fromMs: number; nowMs: number },
): Promise<OomKill | undefined> {
  let last: OomKill | undefined;
  if (fromMs >= nowMs) return undefined;
  await fewAtATime(containersOf(vpa), async (container) => {
    const found = await series.happenings(
      keyOf(vpa, container),
      { fromMs, toMs: nowMs + 1 },
      MOST_HAPPENINGS,
    );
    for (const one of found) last = laterOom(last, oomOf(one, nowMs));
  });
  return last;
}

/**
 * Undefined for anything else that happened; an eviction for memory counts by the first container that used too much. A
 * node whose clock is ahead dates it later than now.
 */
export function oomOf({ kind, atMs, container, pod, detail }: Happening, nowMs: number): OomKill | undefined {
  const oom = { atMs: Math.min(atMs, nowMs), pod };
  if (kind === 'oom') return { ...oom, container, detail };
  const [offender] = kind === 'evicted' ? offendersIn(detail) : [];
  return offender && { ...oom, container: offender.container, detail: '', isEviction: true };
}

export function laterOom(one: OomKill | undefined, other: OomKill | undefined): OomKill | undefined {
  if (!one || !other) return one ?? other;
  return other.atMs > one.atMs ? other : one;
}

function containersOf({ status }: VerticalPodAutoscaler): string[] {
  const list = status?.recommendation?.containerRecommendations;
  if (!Array.isArray(list)) return [];
  return list.slice(0, MOST_CONTAINERS).map(({ containerName }) => containerName);
}

function keyOf({ metadata: { namespace = '', name } }: VerticalPodAutoscaler, container: string) {
  return { namespace, vpa: name, container };
}
