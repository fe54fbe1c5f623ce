import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give out by themselves, which anybody's next connection may take. */
const FIRST = 11_000;
const LAST = 32_000;
const TRIES = 20;

/** A port of loopback that nothing uses right now, and that the system gives to nobody who asks for any port. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${TRIES} ports between ${FIRST} and ${LAST} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const opened = once(probe, 'listening').then(
    () => true,
    () => false,
  );
  probe.listen(port, '127.0.0.1');
  if (!(await opened)) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}
