/**
 * Loaded into a process before its own code: keeps the longest time its event loop was blocked, and answers
 * every message with that before resetting it; once with the garbage collector's time, once without. A gap
 * counts at most the CPU time that the thread used in it, so that other processes do not look like stalls.
 * The answer also has the CPU time of the whole process since the last one.
 */
import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';

const LEAST_MS = 4;

let since = performance.now();
let usedMs = threadMs();
let gaps = [];
let collections = [];
let answeredCpu = process.cpuUsage();

/** CPU time of the event loop's thread; of the whole process where the system does not tell. */
function threadMs() {
  try {
    return Number.parseInt(readFileSync('/proc/self/schedstat', 'utf8'), 10) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

function look() {
  const now = performance.now();
  const before = usedMs;
  usedMs = threadMs();
  const heldMs = Math.min(now - since - 1, usedMs - before);
  if (heldMs >= LEAST_MS) gaps.push({ since, until: now, heldMs });
  since = now;
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
