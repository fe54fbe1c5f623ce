import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PATIENCE } from '@/tests/support/patience';
import { AppError } from '../../lib/report/errors';
import { BodyGate } from './body-gate';
import { boundConnections } from './connection-bounds';

const open: { server: Server; gate: BodyGate }[] = [];
const sockets: Socket[] = [];
const KIB = 1024;

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { server, gate } of open.splice(0)) {
    gate.close();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server that answers how many bytes it read, behind a gate for `/api/…` and people who say `known`. */
async function guarded(limits?: ConstructorParameters<typeof BodyGate>[0]['limits'], most = {}) {
  const passed = vi.fn();
  const gate = new BodyGate({
    allowedHosts: [],
    mostBytes: (path) => (path.startsWith('/api/') ? 100 * KIB : undefined),
    refusalOfSender: async ({ headers }) =>
      headers.authorization === 'known' ? undefined : new AppError('unauthenticated'),
    ...(limits && { limits }),
  });
  const server = createServer((request, response) => {
    void gate.admit(request, response, () => {
      passed();
      let bytes = 0;
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      request.on('end', () => response.end(String(bytes)));
      request.on('error', () => undefined);
    });
  });
  boundConnections(server, most);
  open.push({ server, gate });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, gate, passed };
}

interface Sent {
  line?: string;
  headers?: Record<string, string>;
  body?: string;
}

const LINE = 'POST /api/stop HTTP/1.1';
const HEADERS = { host: 'localhost', 'content-type': 'application/json', authorization: 'known' };

function connected(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

function begin(port: number, { line = LINE, headers = {}, body = '' }: Sent = {}): Socket {
  const socket = connected(port);
  const head = Object.entries({ ...HEADERS, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${[line, ...head].join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

/** What comes back until the connection ends or a whole answer is there: status and body. */
function answered(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const look = (isOver: boolean) => {
      const [head = '', body = ''] = said.split('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      if (isOver || (length !== undefined && body.length >= Number(length)))
        resolve(`${said.slice(9, 12)} ${body}`.slice(0, 60));
    };
    socket.on('data', (chunk) => {
      said += chunk;
      look(/transfer-encoding/i.test(said) && said.endsWith('0\r\n\r\n'));
    });
    socket.on('close', () => look(true));
  });
}

describe('a body', () => {
  it('of somebody known passes', async () => {
    const { port, gate } = await guarded();
    expect(await answered(begin(port, { headers: { 'content-length': '4' }, body: 'body' }))).toBe('200 4');
    expect(gate.bytes).toBe(0);
  });

  it.each<[string, Sent, string]>([
    ['for another host', { headers: { host: 'evil.example' } }, '403'],
    ['for a path that takes none', { line: 'POST /workloads HTTP/1.1' }, '400'],
    [
      'of a GET that is large',
      { line: 'GET /api/stop HTTP/1.1', headers: { 'content-length': '5000' } },
      '400',
    ],
    ['of nobody', { headers: { authorization: 'mallory' } }, '401'],
    ['that is no JSON', { headers: { 'content-type': 'text/plain' } }, '415'],
    ['from another site', { headers: { origin: 'http://evil.example' } }, '403'],
    ['that is too large', { headers: { 'content-length': String(100 * KIB + 1) } }, '413'],
  ])(
    '%s is refused by its head while it is still on its way, and the connection ends',
    async (_, sent, status) => {
      const { port, gate, passed } = await guarded();
      const socket = begin(port, {
        ...sent,
        headers: { 'content-length': '1000', ...sent.headers },
        body: 'x',
      });
      const ended = new Promise((resolve) => socket.once('close', resolve));
      expect(await answered(socket)).toMatch(new RegExp(`^${status}`));
      await ended;
      expect(passed).not.toHaveBeenCalled();
      expect(gate.bytes).toBe(0);
    },
  );

  it('whose sender goes away before it is whole is passed on to nobody', async () => {
    const { port, gate, passed } = await guarded();
    const socket = begin(port, { headers: { 'content-length': '900' }, body: '{' });
    await vi.waitFor(() => expect(gate.bytes).toBe(900), { ...PATIENCE, interval: 1 });
    socket.destroy();
    await vi.waitFor(() => expect(gate.bytes).toBe(0), { ...PATIENCE, interval: 1 });
    expect(passed).not.toHaveBeenCalled();
  });

  it('in chunks states no length', async () => {
    const { port } = await guarded();
    const socket = connected(port);
    const head = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`);
    socket.write(`${[LINE, ...head, 'transfer-encoding: chunked'].join('\r\n')}\r\n\r\n1\r\nx\r\n`);
    expect(await answered(socket)).toMatch(/^411/);
  });

  it('that is small is read while large ones hold all that is theirs, and those that wait follow', async () => {
    const limits = {
      most: 50,
      smallBytes: KIB,
      mostSmallBytes: 8 * KIB,
      mostLargeBytes: 100 * KIB,
      mostWaiting: 1,
    };
    const { port, gate } = await guarded(limits);
    const large = { headers: { 'content-length': String(90 * KIB) } };
    const first = begin(port, { ...large, body: 'x' });
    await vi.waitFor(() => expect(gate.bytes).toBe(90 * KIB), { ...PATIENCE, interval: 1 });
    const second = answered(begin(port, { ...large, body: 'x'.repeat(90 * KIB) }));
    expect(await answered(begin(port, { headers: { 'content-length': '2' }, body: 'ok' }))).toBe('200 2');
    expect(gate.bytes).toBe(90 * KIB);
    first.destroy();
    expect(await second).toBe(`200 ${90 * KIB}`);
  });

  it('of a crowd takes no more than its budget, and others are told to come back', async () => {
    const limits = {
      most: 50,
      smallBytes: KIB,
      mostSmallBytes: 8 * KIB,
      mostLargeBytes: 100 * KIB,
      mostWaiting: 1,
    };
    const { port, gate } = await guarded(limits, { mostWaiting: 200 });
    const refused: string[] = [];
    let mostBytes = 0;
    for (let index = 0; index < 100; index++) {
      const socket = begin(port, {
        headers: { 'content-length': String(50 * KIB) },
        body: 'x'.repeat(25 * KIB),
      });
      void answered(socket).then((answer) => {
        refused.push(answer.slice(0, 3));
        mostBytes = Math.max(mostBytes, gate.bytes);
      });
    }
    await vi.waitFor(() => expect(refused.length).toBeGreaterThanOrEqual(97), PATIENCE);
    // The few that are let in never end; on a busy machine they may be cut off by now, for others that wait.
    const cutOff = refused.filter((answer) => answer.trim() === '');
    expect(refused.filter((answer) => answer === '429')).toHaveLength(refused.length - cutOff.length);
    expect(refused).toContain('429');
    expect(mostBytes).toBe(100 * KIB);
  });
});

describe('connections', () => {
  it('that only wait are ended by newer ones, oldest first, and those that are answered stay', async () => {
    const { port } = await guarded(undefined, { mostWaiting: 10 });
    const ended: number[] = [];
    const waiting = Array.from({ length: 30 }, (_, index) => {
      const socket = connected(port);
      socket.on('close', () => ended.push(index));
      socket.write(`${LINE}\r\n`);
      return socket;
    });
    await vi.waitFor(() => expect(ended.length).toBeGreaterThanOrEqual(20), PATIENCE);
    expect(await answered(begin(port, { headers: { 'content-length': '2' }, body: 'ok' }))).toBe('200 2');
    expect(waiting.length - ended.length).toBeLessThanOrEqual(10);
  });
});
