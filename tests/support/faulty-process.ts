import { createServer } from 'node:http';
import { configFromProcess } from '@/server/config';
import { surviveTheUnforeseen } from '@/server/host/last-handler';
import { ROLES } from '@/server/host/roles';
import { stopOnSignals } from '@/server/host/signals';
import { startRuntime } from '@/server/host/start';
import { role } from '@/server/kube/role';
import { wallClock } from '@/server/lib/time/clock';
import { repeat } from '@/server/lib/time/repeat';

/** A role that fails in every way a role can while it runs. */
const faulty = role({
  name: 'faulty',
  watches: [],
  settings: [],
  start: ({ loops, caches }) => {
    const fail = (how: string): never => {
      throw new Error(`the role ${how}`);
    };
    const running = [
      repeat({ name: 'throws', everyMs: 1_000, loops, run: () => fail('throws') }),
      repeat({ name: 'rejects', everyMs: 1_000, loops, run: async () => fail('rejects') }),
    ];
    wallClock.after(0, () => fail('throws in a timer'));
    void Promise.resolve().then(() => fail('leaves a rejection alone'));
    caches.pods.onState(() => fail('throws at a change of state'));
    return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) };
  },
});

/** The process without pages, with that role beside all others; `/api/status` is all it serves. */
const running = await startRuntime(configFromProcess(), { roles: [faulty, ...ROLES] });
stopOnSignals(running, wallClock);
surviveTheUnforeseen(running);
process.on('SIGUSR2', () =>
  wallClock.after(0, () => {
    throw new Error('asked to fail');
  }),
);
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(
    JSON.stringify({
      ...running.status(),
      health: running.health(),
      admission: running.handles.admission?.health(),
      webhook: running.handles.admission?.port,
    }),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening: http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
});
