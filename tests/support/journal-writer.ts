/** A process that records and keeps points without end and says what it has stored, to be killed. */

import { readConfig } from '@/server/config';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { NOBODY } from '@/server/lib/time/repeat';
import { openStore } from '@/server/store';

const DECISIONS_EACH = 50;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const problems = new ProblemBoard(wallClock, silentLogger);
const { journal, series } = openStore(readConfig(process.env), {
  clock: wallClock,
  wallClock,
  log: silentLogger,
  loops: NOBODY,
  problems,
});
const startMs = Math.floor(wallClock.now() / HOUR_MS) * HOUR_MS;
const key = { namespace: 'shop', vpa: 'web', container: `run-${process.pid}` };

/** Whether everything up to now is stored. */
async function isStored(): Promise<boolean> {
  await journal.flushed();
  try {
    await series.beat();
  } catch {
    return false;
  }
  return journal.waiting === 0;
}

/** Says when it is away, and when it is back. */
let isAway = false;
function tellAway(): void {
  const now = problems.list().length > 0;
  if (now !== isAway) process.stdout.write(`${now ? 'away' : 'back'} 0 0\n`);
  isAway = now;
}

for (let count = 0; ; count++) {
  const atMs = wallClock.now();
  const done = journal.begin();
  for (let made = 0; made < DECISIONS_EACH; made++)
    journal.record({
      kind: 'decision',
      atMs,
      namespace: 'shop',
      vpa: 'web',
      pod: `web-${made}`,
      podUid: 'u',
      decision: 'wait',
      reasons: [],
    });
  done({
    kind: 'change',
    atMs,
    who: 'ada',
    change: 'stop',
    namespace: 'shop',
    name: String(count),
    outcome: 'done',
    detail: '',
    before: null,
    after: null,
  });
  const pointMs = startMs + count * MINUTE_MS;
  series.add(key, 'default', { atMs: pointMs, cpu: { target: count + 1 }, memory: {} });
  series.addHappening({ ...key, kind: 'restart', atMs: startMs + count * HOUR_MS, pod: 'web-0', detail: '' });
  process.stdout.write(`recorded ${count} ${atMs} ${process.pid} ${startMs}\n`);
  tellAway();
  if (count % 7 === 0 && (await isStored())) process.stdout.write(`stored ${count} ${atMs}\n`);
  else await wallClock.sleep(1);
}
