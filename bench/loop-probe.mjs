/**
 * Loaded into a process before its own code: keeps the longest time its event loop was blocked, and answers
 * every message with that before resetting it; once with the garbage collector's time, once without. A gap
 * counts at most the CPU time the process used in it, so that other processes do not look like stalls. The
 * answer also has the CPU time of the process since the last one.
 */
import { PerformanceObserver } from 'node:perf_hooks';

const LEAST_MS = 4;

let since = performance.now();
let cpu = process.cpuUsage();
let gaps = [];
let collections = [];
let answeredCpu = process.cpuUsage();

function look() {
  const now = performance.now();
  const used = process.cpuUsage(cpu);
  const heldMs = Math.min(now - since - 1, (used.user + used.system) / 1000);
  if (heldMs >= LEAST_MS) gaps.push({ since, until: now, heldMs });
  since = now;
  cpu = process.cpuUsage();
  setTimeout(look, 1).unref();
}

/** The garbage collector's part of a gap. */
function collectedMs(gap) {
  return collections
    .filter(({ startTime }) => startTime >= gap.since && startTime <= gap.until)
    .reduce((sum, { duration }) => sum + duration, 0);
}

if (process.send) {
  new PerformanceObserver((list) => collections.push(...list.getEntries())).observe({ entryTypes: ['gc'] });
  look();
  process.on('message', () =>
    // The observer hears of a collection slightly late.
    setTimeout(() => {
      const longestMs = Math.max(0, ...gaps.map(({ heldMs }) => heldMs));
      const ownMs = Math.max(0, ...gaps.map((gap) => Math.max(0, gap.heldMs - collectedMs(gap))));
      const { user, system } = process.cpuUsage(answeredCpu);
      gaps = [];
      collections = [];
      answeredCpu = process.cpuUsage();
      process.send({ longestMs, ownMs, cpuMs: (user + system) / 1000 });
    }, 20),
  );
  process.channel?.unref();
}
