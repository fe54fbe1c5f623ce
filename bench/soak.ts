import { wallClock } from '@/server/lib/time/clock';
import { type Bench, type Figure, median } from './bench';
import { WholeProcess } from './whole-process';
import type { Look } from './whole-process-child';

const MINUTE_MS = 60_000;
const WORKLOADS = 1_000;
const SPEED = 10;
const LOOKS = 36;
/** The first sixth is for what is read and compiled once. */
const WARM_UP = LOOKS / 6;

/** Real minutes it lasts, of which each is ten in the cluster. */
const minutes = Number(process.env.SOAK_MINUTES ?? 60);

interface Growth {
  from: number;
  to: number;
}

const reference = (looks: readonly Look[]) => looks.slice(WARM_UP, 2 * WARM_UP);
const last = (looks: readonly Look[]) => looks.slice(-WARM_UP);

/** How much more there is at the end than after the warm-up, by the medians of a sixth of the looks each. */
function growth(looks: readonly Look[], of: (look: Look) => number): Growth {
  return { from: median(reference(looks).map(of)), to: median(last(looks).map(of)) };
}

/** The same by the least of each sixth: requests under way come and go, and what leaks is always held. */
function growthOfLeast(looks: readonly Look[], of: (look: Look) => number): Growth {
  return { from: Math.min(...reference(looks).map(of)), to: Math.min(...last(looks).map(of)) };
}

function line({ rssMb, heapMb, files, sockets, timers, recommenderMs, planMs, problems }: Look): string {
  const sizes = `${rssMb.toFixed(0)} MB, heap ${heapMb.toFixed(0)} MB`;
  const held = `${files} files, ${sockets} sockets, ${timers} timers`;
  const passes = `${recommenderMs.length} and ${planMs.length} passes`;
  return `${sizes}, ${held}, ${passes}, ${problems.length} problems ${[...new Set(problems.map((text) => text.split(' ')[0]))].join(' ')}`;
}

/**
 * A process with every role on 1,000 living workloads, for `SOAK_MINUTES` real minutes at ten times the speed: what it
 * holds after the first sixth of the time and in the last one. Each look also asks for pages and metrics.
 */
export const soakBench: Bench = {
  name: 'soak',
  isLong: true,
  async run() {
    const whole = await WholeProcess.start({ workloads: WORKLOADS, speed: SPEED });
    const looks: Look[] = [];
    while (looks.length < LOOKS) {
      await wallClock.sleep((minutes * MINUTE_MS) / LOOKS);
      const look = await whole.look('collected');
      looks.push(look);
      console.error(`${looks.length}/${LOOKS}: ${line(look)}`);
    }
    await whole.stop();
    const rss = growth(looks, ({ rssMb }) => rssMb);
    const heap = growth(looks, ({ heapMb }) => heapMb);
    const more = (name: string, of: (look: Look) => number): Figure => {
      const { from, to } = growthOfLeast(looks, of);
      return { name: `soak-${name}-growth`, value: to - from, unit: name, reach: '≤ 0' };
    };
    return [
      { name: 'soak-rss', value: rss.to, unit: 'MB' },
      { name: 'soak-rss-growth', value: (100 * (rss.to - rss.from)) / rss.from, unit: '%', reach: '± 10' },
      { name: 'soak-heap-growth', value: (100 * (heap.to - heap.from)) / heap.from, unit: '%' },
      more('files', ({ files }) => files),
      more('sockets', ({ sockets }) => sockets),
      more('timers', ({ timers }) => timers),
    ];
  },
};
