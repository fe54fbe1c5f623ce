import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { wallClock } from '@/server/clock';
import type { Bench } from './bench';

const VPAS = 5_000;
const LOOK_MS = 5;

type Child = ChildProcessByStdio<Writable, Readable, null>;

function start(file: string, environment: Record<string, string>): Child {
  return spawn(process.execPath, ['bin/run.mjs', file], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
}

interface Line {
  ready?: boolean;
  pressedMs?: number;
  atMs?: number;
  held?: string[];
  affected?: number;
  done?: number;
  restoring?: number;
}

/** A separate process on the cluster, with the default request rate. */
class Process {
  readonly lines: Line[] = [];
  private readonly child: Child;

  constructor(kubeconfig: string, folder: string, roles: string, name: string) {
    this.child = start('bench/stop-child.ts', {
      PLUMBLINE_ROLES: roles,
      PLUMBLINE_KUBECONFIG: kubeconfig,
      PLUMBLINE_DATA_DIR: path.join(folder, name),
      PLUMBLINE_ADMISSION_PORT: '0',
    });
    createInterface({ input: this.child.stdout }).on('line', (line) =>
      this.lines.push(JSON.parse(line) as Line),
    );
  }

  /** The first matching line from `from` on. */
  async line(wanted: (line: Line) => boolean, from = 0): Promise<Line> {
    for (;;) {
      const found = this.lines.slice(from).find(wanted);
      if (found) return found;
      if (this.child.exitCode !== null) throw new Error(`a process ended with ${this.child.exitCode}`);
      await wallClock.sleep(LOOK_MS);
    }
  }

  say(words: string): void {
    this.child.stdin.write(`${words}\n`);
  }

  end(): void {
    this.child.stdin.end();
    this.child.kill('SIGKILL');
  }
}

/**
 * Sends `words` to the first; returns when that was, and after how many milliseconds `scope` was in force, or
 * not, in each.
 */
async function told(processes: readonly Process[], words: string, scope: string, holds: boolean) {
  const from = processes.map(({ lines }) => lines.length);
  const [first] = processes as [Process];
  first.say(words);
  const { pressedMs = 0 } = await first.line((line) => line.pressedMs !== undefined, from[0]);
  const after = await Promise.all(
    processes.map(async (one, index) => {
      const line = await one.line(({ held }) => held?.includes(scope) === holds, from[index]);
      return (line.atMs ?? 0) - pressedMs;
    }),
  );
  return { pressedMs, after };
}

/**
 * A stop of everything over 5,000 VPAs, pressed in one updater: how soon it is in force there, in another
 * updater and in an admission process, the same for one more pressed while the modes are still being set, and
 * how long the modes take.
 */
export const stopBench: Bench = {
  name: 'stop',
  async run() {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
    const cluster = start('bench/stop-cluster-child.ts', { BENCH_VPAS: String(VPAS) });
    const processes: Process[] = [];
    try {
      const [line] = (await once(createInterface({ input: cluster.stdout }), 'line')) as [string];
      const { kubeconfig } = JSON.parse(line) as { kubeconfig: string };
      for (const [roles, name] of [
        ['updater', 'pressed'],
        ['updater', 'other'],
        ['admission', 'admission'],
      ] as const) {
        const one = new Process(kubeconfig, folder, roles, name);
        processes.push(one);
        await one.line(({ ready }) => ready === true);
      }
      const [first] = processes as [Process];
      const pressed = await told(processes, 'press all', 'all', true);
      await first.line(({ done = 0 }) => done > VPAS / 4);
      const again = await told(processes, 'press namespace.team-1', 'team-1', true);
      const off = await first.line(({ affected, done }) => affected === VPAS && done === VPAS);
      await told(processes, 'resume namespace.team-1', 'team-1', false);
      const from = first.lines.length;
      const resumed = await told(processes, 'resume all', 'all', false);
      const back = await first.line(({ affected, restoring }) => affected === 0 && restoring === 0, from);
      const ms = (name: string, value: number | undefined, reach: string) => ({
        name,
        value: value ?? Number.NaN,
        unit: 'ms',
        reach,
      });
      const seconds = (name: string, value: number) => ({
        name,
        value: value / 1000,
        unit: 's',
        reach: '≤ 60',
      });
      return [
        ms('stop-here', pressed.after[0], '≤ 100'),
        ms('stop-other-updater', pressed.after[1], '≤ 1,000'),
        ms('stop-admission', pressed.after[2], '≤ 1,000'),
        ms('stop-other-updater-busy', again.after[1], '≤ 1,000'),
        ms('stop-admission-busy', again.after[2], '≤ 1,000'),
        seconds('stop-all-off', (off.atMs ?? 0) - pressed.pressedMs),
        seconds('stop-all-resumed', (back.atMs ?? 0) - resumed.pressedMs),
      ];
    } finally {
      for (const one of processes) one.end();
      cluster.stdin.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
