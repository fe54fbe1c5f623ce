import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { wallClock } from '@/server/lib/time/clock';
import { freePort } from './free-port';

const ALL_OTHERS_END =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename IS NOT NULL';
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
  /** Starts the server, unless it runs. */
  start(): Promise<void>;
  /** Ends the server as a crash does: nothing is written any more. */
  crash(): Promise<void>;
  /** From now on connections need this password, and present ones end. */
  setPassword(password: string): void;
  close(): Promise<void>;
}

interface Unprivileged {
  uid: number;
  gid: number;
}

/** The user to run as: PostgreSQL refuses root. */
function unprivileged(): Unprivileged | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function ownFolder(user: Unprivileged | undefined): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-pg-'));
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/**
 * The data of a server that has no tables yet, made once for these programs: to copy it takes a twentieth of the time.
 */
function emptyData(bin: string, user: Unprivileged | undefined): string {
  const kept = path.join(os.tmpdir(), `plumbline-empty-${bin.replaceAll('/', '-')}-${process.getuid?.()}`);
  if (existsSync(kept)) return kept;
  const folder = ownFolder(user);
  const data = path.join(folder, 'data');
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'plumbline', '--auth=trust', '-E', 'UTF8', '-N'],
    { ...user, cwd: folder, stdio: 'ignore' },
  );
  try {
    renameSync(data, kept);
  } catch (error) {
    // Another test made it meanwhile.
    if (!existsSync(kept)) throw error;
  }
  rmSync(folder, { recursive: true, force: true });
  return kept;
}

/** A PostgreSQL server of its own on a free loopback port, its data in a temporary folder. */
export async function startPostgres(bin: string): Promise<PostgresServer> {
  const user = unprivileged();
  const folder = ownFolder(user);
  const data = path.join(folder, 'data');
  const options = { ...user, cwd: folder, stdio: 'ignore' as const };
  execFileSync('cp', ['-a', emptyData(bin, user), data]);
  const port = await freePort();
  let child: ReturnType<typeof spawn> | undefined;
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await ended;
  };
  const halt = () => end('SIGINT');
  const setPassword = (password: string) => {
    const sql = `ALTER ROLE plumbline PASSWORD '${password}'`;
    const hosts = ['local all all trust', 'host all all 127.0.0.1/32 scram-sha-256', ''];
    writeFileSync(path.join(data, 'pg_hba.conf'), hosts.join('\n'));
    const steps = [sql, 'SELECT pg_reload_conf()', ALL_OTHERS_END].flatMap((step) => ['-c', step]);
    execFileSync(
      path.join(bin, 'psql'),
      ['-h', folder, '-p', String(port), '-U', 'plumbline', 'postgres', ...steps],
      options,
    );
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
    if (child?.exitCode === null) return;
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
    crash: () => end('SIGQUIT'),
    setPassword,
    close: async () => {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
