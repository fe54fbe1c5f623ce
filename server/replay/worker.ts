import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '@/server/config';
import type { FromChild, ToChild } from './child';
import type { WorkResult, WorkTask } from './work';

// Turbopack would bundle what an imported `fork` starts, which is known only at run time.
const { execFile, fork } = process.getBuiltinModule('node:child_process');

const ENTRY = 'server/replay/child.ts';
/** The heap of the working process, in MB: 2,000 steps of a workload need one, its aggregates a few more. */
const MOST_HEAP_MB = 320;
/** So much nicer than this process: it then gets a tenth of a processor that both want. */
const NICER = 10;

/** The working process ended before it answered. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
}

/** A task that cannot be done; others can. */
export class TaskFault extends Error {
  override readonly name = 'TaskFault';
}

interface Asked {
  resolve(result: WorkResult): void;
  reject(error: Error): void;
  lived?(): void;
}

/**
 * Replays in a process of its own, with low priority and a bound on its memory, so that admission notices nothing.
 * Started with the first task; ended by `stop`.
 */
export class ReplayWorker {
  private child: Promise<ChildProcess> | undefined;
  private readonly asked = new Map<number, Asked>();
  private nextId = 1;
  private isStopped = false;

  /** @param nicer how much it yields to this process, up to 19 */
  constructor(
    private readonly config: Config,
    private readonly nicer = NICER,
  ) {}

  /**
   * @param lived called after each variant
   * @throws WorkerLost, the signal's reason, or TaskFault
   */
  async work(task: WorkTask, stopping: AbortSignal, lived?: () => void): Promise<WorkResult> {
    stopping.throwIfAborted();
    this.child ??= this.start();
    const child = await this.child;
    const id = this.nextId++;
    const cancel = () => {
      // Only the end of the process ends a task at once.
      this.end(child);
      this.lose(toError(stopping.reason));
    };
    stopping.addEventListener('abort', cancel);
    try {
      return await new Promise<WorkResult>((resolve, reject) => {
        this.asked.set(id, { resolve, reject, lived });
        if (stopping.aborted) cancel();
        else child.send({ kind: 'task', id, task } satisfies ToChild);
      });
    } finally {
      stopping.removeEventListener('abort', cancel);
      this.asked.delete(id);
    }
  }

  /** The id of the working process, if it runs. */
  async pid(): Promise<number | undefined> {
    return (await this.child)?.pid;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    const child = await this.child?.catch(() => undefined);
    if (child) this.end(child);
  }

  private end(child: ChildProcess): void {
    this.child = undefined;
    child.removeAllListeners('exit');
    child.on('exit', () => undefined);
    child.kill('SIGKILL');
  }

  private async start(): Promise<ChildProcess> {
    const file = await bundleOfChild();
    if (this.isStopped) throw new WorkerLost('this process is ending');
    const child = fork(/* turbopackIgnore: true */ file, [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${MOST_HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (message: FromChild) => this.heard(message));
    child.on('error', (error) => this.lose(error));
    child.on('exit', (code, signal) => {
      this.child = undefined;
      this.lose(
        new WorkerLost(
          `the process that replays ended (${signal ?? `exit code ${code}`}); it may have run out of memory: replay fewer days or workloads`,
        ),
      );
    });
    lower(child, this.nicer);
    child.send({ kind: 'settings', config: this.config } satisfies ToChild);
    return child;
  }

  private heard(message: FromChild): void {
    const asked = this.asked.get(message.id);
    switch (message.kind) {
      case 'lived':
        asked?.lived?.();
        return;
      case 'result':
        asked?.resolve(message.result);
        return;
      case 'failure':
        asked?.reject(new TaskFault(message.message));
        return;
    }
  }

  private lose(error: Error): void {
    for (const { reject } of this.asked.values()) reject(error);
    this.asked.clear();
  }
}

/** A system that does not allow it replays with the usual priority. */
function lower({ pid }: ChildProcess, nicer: number): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, Math.min(os.constants.priority.PRIORITY_LOW, os.getPriority() + nicer));
  } catch {}
}

let bundling: Promise<string> | undefined;

/** Its bundle, made once by this process; where nothing can be written, the one that was made with the pages. */
function bundleOfChild(): Promise<string> {
  const root = process.cwd();
  const made = path.join(root, '.build', ENTRY.replaceAll('/', '-').replace(/\.ts$/, ''), 'main.mjs');
  bundling ??= promisify(execFile)(process.execPath, [path.join(root, 'bin/build.mjs'), ENTRY]).then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      if (existsSync(made)) return made;
      bundling = undefined;
      throw error;
    },
  );
  return bundling;
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
