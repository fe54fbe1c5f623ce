/** A process that records without end and says what it has recorded, to be killed. */
import { wallClock } from '@/server/clock';
import { readConfig } from '@/server/config';
import { silentLogger } from '@/server/log';
import { NOBODY } from '@/server/repeat';
import { openStore } from '@/server/store';

const DECISIONS_EACH = 50;

const { journal: store } = openStore(readConfig(process.env), {
  clock: wallClock,
  wallClock,
  log: silentLogger,
  loops: NOBODY,
});
for (let count = 0; ; count++) {
  const atMs = wallClock.now();
  const done = store.begin();
  for (let made = 0; made < DECISIONS_EACH; made++)
    store.record({
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
  process.stdout.write(`recorded ${count} ${atMs}\n`);
  if (count % 7 === 0) {
    await store.flushed();
    process.stdout.write(`stored ${count} ${atMs}\n`);
  } else await wallClock.sleep(1);
}
