/** Listens as many members of a hub, each of which harms whoever asks in its way, and prints their addresses as JSON. */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const [count = 0] = process.argv.slice(2).map(Number);
const MIB = 1024 * 1024;
/** The longest answer that a hub takes. */
const MOST_BYTES = 4 * MIB;
const TRICKLE_EVERY_MS = 50;

const filled = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
const deep = Buffer.from(filled('[', MOST_BYTES));
const many = Buffer.from(`[${filled('0,', MOST_BYTES - 3)}0]`);
const long = Buffer.from(`{"user":"${filled('x', MOST_BYTES - 11)}"}`);
/** As many values as are read, and as long as is read, with a state that passes for one. */
const state = { version: '0.2.0', cluster: { kind: 'connected' }, vpas: 1, stops: [] };
const allowed = Buffer.from(
  JSON.stringify({
    ...state,
    lists: Array.from({ length: 120_000 }, (_, index) => [`name-${index}-of-a-row`]),
  }),
);

/** A digest for whoever asks, with as many rows as are kept, each as long as is kept. */
const row = { row: { name: 'w', all: Array.from({ length: 790 }, (_, index) => index) }, risk: 0 };
const rows = JSON.stringify({
  ...state,
  urgencies: { broken: 0, waits: 0, better: 0 },
  totals: { cpu: { requested: 0, recommended: 0 }, memory: { requested: 0, recommended: 0 } },
  lists: { workloads: { all: 300, rows: Array(300).fill(row) } },
});

type Answer = (response: ServerResponse, user: unknown) => void;
const sending =
  (body: Buffer): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(body);

const WAYS: readonly Answer[] = [
  sending(deep),
  sending(many),
  sending(long),
  sending(allowed),
  (response, user) =>
    sending(Buffer.from(rows.replace('{', `{"user":${JSON.stringify(user)},`)))(response, user),
  (response) => {
    response.writeHead(200, { 'content-length': MOST_BYTES }).write('[');
    const timer = setInterval(() => response.write('0,'), TRICKLE_EVERY_MS);
    response.on('close', () => clearInterval(timer));
  },
  (response) => response.writeHead(200, { 'content-length': MOST_BYTES }).write(many.subarray(0, MIB)),
];

const addresses: string[] = [];
for (let index = 0; index < count; index++) {
  const answer = WAYS[index % WAYS.length];
  // Whom it takes people for is what they are, or people would ask it nothing.
  const server = createServer((request, response) =>
    request.url?.endsWith('/status')
      ? response.end(JSON.stringify({ ...state, user: request.headers['x-user'] }))
      : answer?.(response, request.headers['x-user']),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addresses.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
console.log(JSON.stringify(addresses));
