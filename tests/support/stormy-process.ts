/**
 * A process with the roles it is told, at the pace of a cluster that is faster than real time; answers each message
 * with a `Look`.
 */

import { configFromProcess } from '@/server/config';
import { compose } from '@/server/host/compose';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock, wallClock } from '@/server/lib/time/clock';

/** What a process says of itself. */
export interface Look {
  isReady: boolean;
  problems: string[];
  /** What it has planned for pods, and why. */
  plans: string[];
  heapMb: number;
}

const [speed = '1', nowMs = '0', atMs = '0'] = process.argv.slice(2);
const clock = acceleratedClock(
  Number(nowMs) + (wallClock.now() - Number(atMs)) * Number(speed),
  Number(speed),
);
const running = await compose(configFromProcess(), { clock, log: silentLogger });
process.on('message', () => {
  const look: Look = {
    isReady: running.readiness().ready,
    problems: running.problems.list().map(({ message }) => message),
    plans: (running.handles.updater?.shown.latest?.plan.vpas ?? []).flatMap(({ name, pods }) =>
      pods.map(({ decision, reasons }) => `${name}: ${decision}, ${reasons.map(({ code }) => code).join()}`),
    ),
    heapMb: process.memoryUsage().heapUsed / 1e6,
  };
  process.send?.(look);
});
