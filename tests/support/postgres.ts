import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { wallClock } from '@/server/clock';

const ROOT = '/usr/lib/postgresql';

/** Where the PostgreSQL server programs are; undefined where they are not installed. */
export function postgresBin(): string | undefined {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => path.join(ROOT, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')));
}

export interface PostgresServer {
  url: string;
  /** Stops the server, keeping its data. */
  halt(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** The user to run as: PostgreSQL refuses root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A PostgreSQL server of its own on a free loopback port, its data in a temporary folder. */
export async function startPostgres(bin: string): Promise<PostgresServer> {
  const user = unprivileged();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-pg-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const options = { ...user, cwd: folder, stdio: 'ignore' as const };
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'plumbline', '--auth=trust', '-E', 'UTF8', '-N'],
    options,
  );
  const port = await freePort();
  let child: ReturnType<typeof spawn> | undefined;
  const halt = async () => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGINT');
    await ended;
  };
  const isReady = () => {
    try {
      execFileSync(path.join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], options);
      return true;
    } catch {
      return false;
    }
  };
  const start = async () => {
    const flags = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder, '-F'];
    child = spawn(path.join(bin, 'postgres'), flags, options);
    for (let tries = 0; !isReady(); tries++) {
      if (child.exitCode !== null || tries > 300) throw new Error('PostgreSQL does not start');
      await wallClock.sleep(50);
    }
  };
  await start();
  return {
    url: `postgres://plumbline@127.0.0.1:${port}/postgres`,
    halt,
    start,
    close: async () => {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
