import os from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../config';
import { errorText } from '../../lib/report/errors';
import { wallClock } from '../../lib/time/clock';
import { TaskFault, WorkerLost } from '../../replay/worker';
import type { Replayed } from '../report';
import type { ReplayTask } from './costs';
import type { Replayer } from './replayer';
import type { FromThread } from './thread';

/** More would only hold more memory: the thread that reads and learns cannot keep them busy. */
const MOST_THREADS = 4;
/** The heap of one, in MB: the longest past of two hundred replicas needs a third of it. */
const MOST_HEAP_MB = 160;
/** Of that, for what is new: short-lived objects are most of a replay, and more of it only holds memory. */
const YOUNG_HEAP_MB = 4;
/** Another starts where tasks have waited for so long, in real ms: starting takes as long as a dozen short ones, and 50 MB. */
const WAITED_MS = 3_000;
/** After so many that ended without an answer in between, no more are started. */
const MOST_LOST = 3;

interface ThreadOptions {
  /** The bundle of `thread.ts`. */
  readonly file: URL;
  readonly threads?: number;
  readonly heapMb?: number;
}

interface Asked {
  readonly task: ReplayTask;
  resolve(replayed: Replayed | undefined): void;
  reject(error: unknown): void;
}

/** Replays in threads, one task in each. The first starts with the first task, others as tasks wait, which they do in order. */
export class ReplayThreads implements Replayer {
  readonly atOnce: number;
  private readonly most: number;
  private readonly idle: Worker[] = [];
  private readonly busy = new Map<Worker, Asked>();
  private readonly waiting: Asked[] = [];
  /** Starts another, if tasks still wait then. */
  private cancelGrowing: (() => void) | undefined;
  /** Threads that were lost in a row. */
  private lost = 0;
  /** Why nothing is replayed any more. */
  private over: { readonly why: unknown } | undefined;

  /** @param stopping ends them at once */
  constructor(
    private readonly config: Config,
    stopping: AbortSignal,
    private readonly options: ThreadOptions,
  ) {
    this.most = options.threads ?? Math.min(os.availableParallelism(), MOST_THREADS);
    // One waits for each that is lived through.
    this.atOnce = 2 * this.most;
    stopping.addEventListener('abort', () => void this.end(stopping.reason), { once: true });
  }

  async replayed(task: ReplayTask): Promise<Replayed | undefined> {
    if (this.over) throw this.over.why;
    return new Promise((resolve, reject) => {
      this.waiting.push({ task, resolve, reject });
      this.next();
    });
  }

  /** Ends the threads; what they are at is lost. */
  async close(): Promise<void> {
    await this.end(new WorkerLost('this process is ending'));
  }

  /** Rejects what is asked, and what will be. */
  private async end(why: unknown): Promise<void> {
    this.over ??= { why };
    this.cancelGrowing?.();
    for (const { reject } of [...this.waiting.splice(0), ...this.busy.values()]) reject(why);
    const threads = [...this.idle.splice(0), ...this.busy.keys()];
    this.busy.clear();
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  private next(): void {
    while (this.waiting.length > 0) {
      const thread = this.idle.pop() ?? (this.busy.size === 0 ? this.start() : undefined);
      if (!thread) break;
      this.give(thread);
    }
    if (this.waiting.length === 0 || this.busy.size >= this.most) {
      this.cancelGrowing?.();
      this.cancelGrowing = undefined;
    } else
      this.cancelGrowing ??= wallClock.after(WAITED_MS, () => {
        this.cancelGrowing = undefined;
        this.give(this.start());
        this.next();
      });
  }

  private give(thread: Worker): void {
    const asked = this.waiting.shift();
    if (!asked) return;
    this.busy.set(thread, asked);
    thread.postMessage(asked.task);
  }

  private start(): Worker {
    const { file, heapMb = MOST_HEAP_MB } = this.options;
    const thread = new Worker(file, {
      workerData: this.config,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    let why: string | undefined;
    thread.on('message', (answer: FromThread) => this.heard(thread, answer));
    thread.on('error', (error) => {
      why = errorText(error);
    });
    thread.on('exit', () => this.ended(thread, why));
    return thread;
  }

  private heard(thread: Worker, answer: FromThread): void {
    const asked = this.busy.get(thread);
    if (!asked) return;
    this.lost = 0;
    this.busy.delete(thread);
    this.idle.push(thread);
    if (answer.kind === 'replayed') asked.resolve(answer.replayed);
    else asked.reject(new TaskFault(answer.message));
    this.next();
  }

  private ended(thread: Worker, why = 'it was ended'): void {
    const asked = this.busy.get(thread);
    this.busy.delete(thread);
    const index = this.idle.indexOf(thread);
    if (index >= 0) this.idle.splice(index, 1);
    if (!asked) return;
    const error = new WorkerLost(`the thread that replays ended: ${why}`);
    asked.reject(error);
    this.lost++;
    if (this.lost >= MOST_LOST) void this.end(error);
    else this.next();
  }
}
