import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { spawnDashboard } from '../support/dashboard';

/** The first connection that the process takes, as soon as it listens. */
async function firstConnection(port: number): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    if (isOpen) return socket;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** What becomes of a request: the line with its status, or `closed`. */
async function endOf(socket: Socket, request: string): Promise<string | undefined> {
  let received = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.write(request);
  await Promise.race([once(socket, 'close'), once(socket, 'data')]);
  return received === '' ? 'closed' : received.split('\r\n', 1)[0];
}

it('keeps no body that began before the process was ready, nor one that is too large after', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'plumbline-first-'));
  const settings = { PLUMBLINE_KUBECONFIG: path.join(dataDir, 'none') };
  const { url, child } = await spawnDashboard(dataDir, settings, 'ignore');
  const { host, port } = new URL(url);
  const large = `POST /api/stop HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n{`;
  const sockets: Socket[] = [];
  try {
    sockets.push(await firstConnection(Number(port)));
    const early = sockets[0] && (await endOf(sockets[0], large));
    expect(['closed', 'HTTP/1.1 413 Payload Too Large']).toContain(early);
    sockets.push(await firstConnection(Number(port)));
    expect(sockets[1] && (await endOf(sockets[1], large))).toBe('HTTP/1.1 413 Payload Too Large');
  } finally {
    for (const socket of sockets) socket.destroy();
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
});
