import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { wallClock } from '@/server/lib/time/clock';
import { freePort } from './free-port';

const LOOKS = 400;
const LOOK_EVERY_MS = 50;

/** A real VictoriaMetrics over samples that it was given; it scrapes nothing. */
export class RealVictoria {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly url: string,
  ) {}

  /** One with the samples of an OpenMetrics text. `program` is the file of VictoriaMetrics. */
  static async start(program: string, text: string): Promise<RealVictoria> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-victoria-'));
    const address = `127.0.0.1:${await freePort()}`;
    const child = spawn(
      program,
      [
        `-storageDataPath=${folder}`,
        `-httpListenAddr=${address}`,
        '-retentionPeriod=100y',
        '-memory.allowedBytes=128MB',
      ],
      { stdio: 'ignore' },
    );
    const server = new RealVictoria(child, folder, `http://${address}`);
    await server.ready();
    await server.import(text);
    return server;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.kill('SIGTERM')) await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async ready(): Promise<void> {
    for (let look = 0; look < LOOKS && this.child.exitCode === null; look++) {
      const response = await fetch(`${this.url}/health`).catch(() => undefined);
      if (response?.ok) return;
      await wallClock.sleep(LOOK_EVERY_MS);
    }
    throw new Error('VictoriaMetrics does not start');
  }

  /** Its times are in milliseconds, where OpenMetrics has seconds. */
  private async import(text: string): Promise<void> {
    const body = text.replaceAll(/ (\d+(?:\.\d+)?)$/gm, (_, seconds: string) => ` ${Number(seconds) * 1000}`);
    const taken = await fetch(`${this.url}/api/v1/import/prometheus`, { method: 'POST', body });
    const flushed = await fetch(`${this.url}/internal/force_flush`);
    if (!taken.ok || !flushed.ok) throw new Error('VictoriaMetrics takes no samples');
  }
}
