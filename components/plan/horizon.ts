import type { PodPlan, VpaPlan } from '@/server/updater/plan/plan-types';
import { AWAITED_EVENTS, type AwaitedEvent } from '@/server/words/awaited-events';
import { durationTicks } from '../charts/time-ticks';

const BARS = 24;

/** What the plan holds over time: what is done now, what may go on from which moment, what awaits an event. */
export interface Horizon {
  now: { evict: number; resize: number };
  /** Pods that wait for a moment, by where on the axis it lies: 0 is now, 1 its end. */
  bars: { at: number; width: number; pods: number; fromMs: number; vpas: string[]; when: string }[];
  ticks: { at: number; afterMs: number }[];
  events: { event: AwaitedEvent; words: string; pods: number }[];
  /** Pods that wait for a moment. */
  timed: number;
}

/** Pods by when their wait can end, from `nowMs` to the latest of these moments. */
export function horizonOf(vpas: readonly VpaPlan[], nowMs: number): Horizon {
  const now = { evict: 0, resize: 0 };
  const timed: { atMs: number; vpa: string }[] = [];
  const events = new Map<AwaitedEvent, number>();
  for (const vpa of vpas)
    for (const pod of vpa.pods) {
      if (pod.decision === 'evict' || pod.decision === 'resize') now[pod.decision]++;
      if (pod.decision !== 'wait') continue;
      if (pod.notBeforeMs !== undefined)
        timed.push({ atMs: Math.max(nowMs, pod.notBeforeMs), vpa: `${vpa.namespace}/${vpa.name}` });
      else for (const event of pod.awaits) events.set(event, (events.get(event) ?? 0) + 1);
    }
  const ticksMs = durationTicks(Math.max(0, ...timed.map(({ atMs }) => atMs - nowMs)));
  const spanMs = ticksMs.at(-1) ?? 0;
  return {
    now,
    bars: barsOf(timed, nowMs, spanMs),
    ticks: ticksMs.map((afterMs) => ({ at: afterMs / spanMs, afterMs })),
    events: [...events]
      .map(([event, pods]) => ({ event, words: AWAITED_EVENTS[event], pods }))
      .sort((a, b) => b.pods - a.pods),
    timed: timed.length,
  };
}

/** A stretch of the axis as it stands in the address bar; the first takes in what is due already. */
function stretchWord(slot: number, nowMs: number, spanMs: number): string {
  const borderMs = (index: number) => Math.ceil(nowMs + (index / BARS) * spanMs);
  const isLast = slot === BARS - 1;
  return `${slot === 0 ? 0 : borderMs(slot)}-${borderMs(slot + 1) - (isLast ? 0 : 1)}`;
}

/** A test for waits: for an event by its name, or for a moment within a stretch. */
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

function barsOf(
  timed: readonly { atMs: number; vpa: string }[],
  nowMs: number,
  spanMs: number,
): Horizon['bars'] {
  const bars = new Map<number, Horizon['bars'][number]>();
  for (const { atMs, vpa } of timed) {
    const slot = Math.min(BARS - 1, Math.floor(((atMs - nowMs) / spanMs) * BARS));
    const bar = bars.get(slot) ?? {
      at: slot / BARS,
      width: 1 / BARS,
      pods: 0,
      fromMs: atMs,
      vpas: [],
      when: stretchWord(slot, nowMs, spanMs),
    };
    bar.pods++;
    bar.fromMs = Math.min(bar.fromMs, atMs);
    if (!bar.vpas.includes(vpa)) bar.vpas.push(vpa);
    bars.set(slot, bar);
  }
  return [...bars.values()].sort((a, b) => a.at - b.at);
}
