import type { Horizon } from '../../contract/plan';
import type { PodPlan } from '../../decide/running/planned';
import { AWAITED_EVENTS, type AwaitedEvent } from '../../words/awaited-events';
import { durationTicks } from '../../words/duration-ticks';
import type { Tally } from '../list';
import type { PlannedGroup } from './pod-groups';

const BARS = 24;
/** VPAs named in a bar. */
const NAMED = 3;

interface Named {
  readonly namespace: string;
  readonly name: string;
}

/**
 * Pods by when their wait can end, from `nowMs` to the latest of these times. VPAs come one after the other.
 */
export function horizonTally(nowMs: number): Tally<Named, PlannedGroup, Horizon> {
  const now = { evict: 0, resize: 0 };
  const events = new Map<AwaitedEvent, number>();
  const waiting: WaitingBar[] = [];
  let timed = 0;
  let latestMs = nowMs;
  return {
    add({ decision, pods, awaits, timesMs }, vpa) {
      if (decision === 'evict' || decision === 'resize') now[decision] += pods.length;
      if (decision !== 'wait') return;
      const untimed = pods.length - timesMs.length;
      if (untimed > 0) for (const event of awaits) events.set(event, (events.get(event) ?? 0) + untimed);
      if (timesMs.length === 0) return;
      timed += timesMs.length;
      for (const timeMs of timesMs) if (timeMs > latestMs) latestMs = timeMs;
      waiting.push({ timesMs, vpa });
    },
    result() {
      const ticksMs = durationTicks(latestMs - nowMs);
      const spanMs = ticksMs.at(-1) ?? 0;
      return {
        now,
        bars: barsOf(waiting, { nowMs, spanMs }),
        ticks: ticksMs.map((afterMs) => ({ at: afterMs / spanMs, afterMs })),
        events: [...events].map(([event, pods]) => ({ event, pods })).sort((a, b) => b.pods - a.pods),
        timed,
      };
    },
  };
}

interface Axis {
  nowMs: number;
  spanMs: number;
}

interface WaitingBar {
  readonly timesMs: readonly number[];
  readonly vpa: Named;
}

function barsOf(waiting: readonly WaitingBar[], axis: Axis): Horizon['bars'] {
  const bars: (Horizon['bars'][number] & { last?: Named })[] = [];
  for (const { timesMs, vpa } of waiting)
    for (const timeMs of timesMs) {
      const atMs = Math.max(axis.nowMs, timeMs);
      const slot = Math.min(BARS - 1, Math.floor(((atMs - axis.nowMs) / axis.spanMs) * BARS));
      bars[slot] ??= emptyBar(slot, axis);
      const bar = bars[slot];
      bar.pods++;
      if (atMs < bar.fromMs) bar.fromMs = atMs;
      if (bar.last === vpa) continue;
      bar.last = vpa;
      if (bar.vpas.length < NAMED) bar.vpas.push(`${vpa.namespace}/${vpa.name}`);
      else bar.moreVpas++;
    }
  return bars.filter(Boolean).map(({ last: _last, ...bar }) => bar);
}

function emptyBar(slot: number, axis: Axis): Horizon['bars'][number] {
  return {
    at: slot / BARS,
    width: 1 / BARS,
    pods: 0,
    fromMs: Number.POSITIVE_INFINITY,
    vpas: [],
    moreVpas: 0,
    when: stretchWord(slot, axis),
  };
}

/** A range of the axis as in the address bar; the first includes what is due already. */
function stretchWord(slot: number, { nowMs, spanMs }: Axis): string {
  const borderMs = (index: number) => Math.ceil(nowMs + (index / BARS) * spanMs);
  const isLast = slot === BARS - 1;
  return `${slot === 0 ? 0 : borderMs(slot)}-${borderMs(slot + 1) - (isLast ? 0 : 1)}`;
}

/** Whether `when` is the name of an event, or a time range. */
export function isWhen(when: string): boolean {
  return Object.hasOwn(AWAITED_EVENTS, when) || /^\d{1,15}-\d{1,15}$/.test(when);
}

/** A test for waits: for an event by name, or for a time within a range. */
export function waitsFor(
  when: string,
): (pod: Pick<PodPlan, 'decision' | 'notBeforeMs' | 'awaits'>) => boolean {
  const [sinceMs, untilMs] = when.split('-').map(Number);
  return ({ decision, notBeforeMs, awaits }) => {
    if (decision !== 'wait') return false;
    if (notBeforeMs === undefined) return awaits.some((event) => event === when);
    return sinceMs !== undefined && untilMs !== undefined && sinceMs <= notBeforeMs && notBeforeMs <= untilMs;
  };
}
