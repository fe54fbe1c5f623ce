import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { wallClock } from '@/server/lib/time/clock';
import { freePort } from './free-port';

const run = promisify(execFile);
/** Larger blocks than usual: a file is read once for each. */
const BLOCK = '--max-block-duration=480h';
const LOOKS = 400;
const LOOK_EVERY_MS = 50;

/** A real Prometheus over samples that are there from its start; it scrapes nothing. */
export class RealPrometheus {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    private readonly port: number,
    private readonly flags: readonly string[],
  ) {}

  /** One whose samples `fill` writes into blocks, in a folder of its own. `program` is the file of Prometheus. */
  static async start(
    program: string,
    fill: (dataFolder: string) => Promise<void>,
    flags: readonly string[] = [],
  ): Promise<RealPrometheus> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-prometheus-'));
    await fill(path.join(folder, 'data'));
    writeFileSync(path.join(folder, 'prometheus.yml'), 'scrape_configs: []\n');
    const server = new RealPrometheus(program, folder, await freePort(), flags);
    await server.begin();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  async begin(): Promise<void> {
    const { program, folder, port, flags } = this;
    this.child = spawn(
      program,
      [
        `--config.file=${path.join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${path.join(folder, 'data')}`,
        '--storage.tsdb.retention.time=10y',
        `--web.listen-address=127.0.0.1:${port}`,
        ...flags,
      ],
      { stdio: 'ignore' },
    );
    for (let look = 0; look < LOOKS; look++) {
      const response = await fetch(`${this.url}/-/ready`).catch(() => undefined);
      if (response?.ok) return;
      if (this.child.exitCode !== null) break;
      await wallClock.sleep(LOOK_EVERY_MS);
    }
    throw new Error('Prometheus does not start');
  }

  /** Ends it at once and keeps its samples. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Writes the samples of an OpenMetrics text into blocks. */
export async function fillFromText(dataFolder: string, text: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-openmetrics-'));
  const file = path.join(folder, 'samples.om');
  writeFileSync(file, text);
  await fillFromFile(dataFolder, file);
  rmSync(folder, { recursive: true });
}

export async function fillFromFile(dataFolder: string, file: string): Promise<void> {
  await run('promtool', ['tsdb', 'create-blocks-from', BLOCK, '-q', 'openmetrics', file, dataFolder]);
}
