/**
 * One process with the roles in its environment, for the bench of the stop. Takes `press SCOPE` and `resume
 * SCOPE` as lines, and prints the stops in force whenever they change, with the time, and how far the modes
 * have followed.
 */
import { createInterface } from 'node:readline';
import { wallClock } from '@/server/clock';
import { configFromProcess } from '@/server/config';
import { compose } from '@/server/host/compose';
import { silentLogger } from '@/server/log';
import type { Operations } from '@/server/operations';
import { type StopScope, scopeOfKey } from '@/server/policy/stop';

const LOOK_MS = 100;

const running = await compose(configFromProcess(), { log: silentLogger });
while (!running.cluster?.caches.vpas.seen) await wallClock.sleep(LOOK_MS);
const { held: stops } = running.operations as Operations;
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const held = () =>
  stops.keeper.list().map(({ scope }) => (scope.kind === 'namespace' ? scope.namespace : 'all'));

stops.keeper.onChange(() => say({ atMs: wallClock.now(), held: held() }));
createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, key = ''] = line.split(' ');
  const scope: StopScope = scopeOfKey(key) ?? { kind: 'all' };
  say({ pressedMs: wallClock.now() });
  void (word === 'press' ? stops.press(scope, 'bench') : stops.resume(scope, 'bench'));
});
createInterface({ input: process.stdin }).on('close', () => {
  void running.stop().then(() => process.exit());
});
say({ ready: true });
for (;;) {
  const { affected, done, restoring } = stops.stops().progress;
  say({ atMs: wallClock.now(), affected, done, restoring });
  await wallClock.sleep(LOOK_MS);
}
