import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { printNothingOfGoneSenders } from './gone-senders';

/** What a server is told of a body whose sender goes away after half of it. */
async function errorOfGoneSender(): Promise<unknown> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const error = new Promise((resolve) => server.once('request', (asked) => asked.once('error', resolve)));
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, method: 'POST', headers: { 'content-length': 2 } });
  sent.on('error', () => undefined);
  server.once('request', () => sent.destroy());
  sent.write('x');
  return error;
}

it('prints every error but that of a body whose sender went away', async () => {
  const printed: unknown[] = [];
  const to = { error: (...said: unknown[]) => void printed.push(...said) };
  printNothingOfGoneSenders(to);
  const gone = await errorOfGoneSender();
  const other = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  for (const said of [gone, other, 'aborted', new Error('aborted')]) to.error(said);
  expect(gone).toBeInstanceOf(Error);
  expect(printed).toEqual([other, 'aborted', new Error('aborted')]);
});
