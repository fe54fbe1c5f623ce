import type { PlanView } from '@/server/contract/plan';
import { AWAITED_EVENTS } from '@/server/words/awaited-events';
import { countOf } from '@/server/words/counts';
import { relativeTime } from '@/server/words/times';

/**
 * The plan in sentences: what the next pass does, what a stop holds back, and how many other pods wait until
 * when.
 */
export function planSentence({ tallies, atMs }: Pick<PlanView, 'tallies' | 'atMs'>): string {
  const { decision, reason, when } = tallies;
  const { evict, resize } = when.now;
  const acts = [
    ...(evict > 0 ? [`evicts ${countOf(evict, 'pod')}`] : []),
    ...(resize > 0 ? [`resizes ${countOf(resize, 'pod')} in place`] : []),
  ];
  const stopped = reason.find(({ code }) => code === 'stopped')?.by.wait ?? 0;
  const waiting = (decision.wait ?? 0) - stopped;
  return [
    `The next pass ${acts.length > 0 ? acts.join(' and ') : 'changes no pod'}.`,
    ...(stopped > 0 ? [`A stop holds ${countOf(stopped, 'pod')} back.`] : []),
    ...(waiting > 0 ? [`${countOf(waiting, 'pod waits', 'pods wait')}${endWords(when, atMs)}.`] : []),
  ].join(' ');
}

/** When the waiting can end, as far as there is one answer for all. */
function endWords({ bars, events }: PlanView['tallies']['when'], atMs: number): string {
  const [bar] = bars;
  if (bar) return `, the first of them not before ${relativeTime(bar.fromMs, atMs)}`;
  const others = events.filter(({ event }) => event !== 'resume');
  const [only, ...more] = others;
  return only && more.length === 0 ? ` until ${AWAITED_EVENTS[only.event]}` : ' for what stands below';
}
