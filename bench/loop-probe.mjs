/**
 * Loaded into a process before its own code: keeps the longest turn of its event loop, and answers every message with
 * that before resetting it; once with the garbage collector's time, once without. From the first message on the loop
 * never rests, so that each turn is seen: timers alone come late for reasons of their own. A turn counts at most the
 * CPU time that the process used in it, so that other processes do not look like stalls. The answer also has the CPU
 * time of the requests since the last one: that of turns above the least.
 */
import { PerformanceObserver } from 'node:perf_hooks';

/** Turns that do nothing take far less. */
const LEAST_MS = 0.2;

let since = 0;
let usedMs = 0;
let turns = [];
let collections = [];
let cpuMs = 0;
let isOn = false;

function processMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function look() {
  const now = performance.now();
  if (now - since >= LEAST_MS) {
    const used = processMs();
    const heldMs = Math.min(now - since, used - usedMs);
    usedMs = used;
    cpuMs += heldMs;
    turns.push({ since, until: now, heldMs });
  }
  since = now;
  setImmediate(look).unref();
}

/** The garbage collector's part of a turn. */
function collectedMs(turn) {
  return collections
    .filter(({ startTime }) => startTime >= turn.since && startTime <= turn.until)
    .reduce((sum, { duration }) => sum + duration, 0);
}

function begin() {
  isOn = true;
  since = performance.now();
  usedMs = processMs();
  look();
}

if (process.send) {
  new PerformanceObserver((list) => isOn && collections.push(...list.getEntries())).observe({
    entryTypes: ['gc'],
  });
  process.on('message', () => {
    if (!isOn) begin();
    // The observer hears of a collection slightly late.
    setTimeout(() => {
      const longest = turns.sort((a, b) => b.heldMs - a.heldMs).slice(0, 50);
      const longestMs = longest[0]?.heldMs ?? 0;
      const ownMs = Math.max(0, ...longest.map((turn) => turn.heldMs - collectedMs(turn)));
      process.send({ longestMs, ownMs, cpuMs });
      turns = [];
      collections = [];
      cpuMs = 0;
    }, 20);
  });
  process.channel?.unref();
}
