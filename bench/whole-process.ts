import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from '@/bin/memory-flags.mjs';
import { wallClock } from '@/server/lib/time/clock';
import type { ClusterUp } from './living-cluster-child';
import type { Look, Looking } from './whole-process-child';

const LOOK_MS = 250;

interface ClusterSize {
  readonly workloads: number;
  /** Five for each workload by default. */
  readonly pods?: number;
  /** How many times as fast as real time it lives. */
  readonly speed: number;
}

/** The next message of a child. @throws Error if it ends instead */
async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController();
  try {
    const ended = once(child, 'exit', { signal: over.signal }).then(([code]) => {
      throw new Error(`a process of the bench ended with ${code}`);
    });
    const [message] = await Promise.race([once(child, 'message', { signal: over.signal }), ended]);
    return message as T;
  } finally {
    over.abort();
  }
}

/** A process with every role, started with the dashboard's flags, and in another one the cluster it works on. */
export class WholeProcess {
  private constructor(
    private readonly cluster: ChildProcess,
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly kubeconfig: string,
  ) {}

  /** Resolves once it is ready and serves the webhook. */
  static async start({ workloads, pods = 5 * workloads, speed }: ClusterSize): Promise<WholeProcess> {
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    const args = ['bench/living-cluster-child.ts', String(workloads), String(pods), String(speed)];
    const cluster = fork('bin/run.mjs', args, { stdio: [...stdio] });
    const up = await nextMessage<ClusterUp>(cluster);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
    const child = fork(
      'bin/run.mjs',
      ['bench/whole-process-child.ts', JSON.stringify(up), String(speed), folder],
      {
        stdio: [...stdio],
        execArgv: ['--expose-gc', ...MEMORY_FLAGS],
        env: { ...MEMORY_ENVIRONMENT, ...process.env },
      },
    );
    await nextMessage(child);
    const whole = new WholeProcess(cluster, child, folder, up.kubeconfig);
    for (;;) {
      const { isReady, webhookPort } = await whole.look();
      if (isReady && webhookPort !== undefined) return whole;
      await wallClock.sleep(LOOK_MS);
    }
  }

  async look(how: Looking = 'as it is'): Promise<Look> {
    const answer = nextMessage<Look>(this.child);
    this.child.send(how);
    return answer;
  }

  async stop(): Promise<void> {
    for (const child of [this.child, this.cluster]) {
      child.disconnect();
      if (child.exitCode === null) await once(child, 'exit');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
