import type { KubeClient } from '../../kube/client';
import { isConnectionLost, isKubeError, type KubeError } from '../../kube/errors';
import type { ProblemReporter } from '../../kube/problems';
import type { Node } from '../../objects/types';
import type { JudgedNode } from '../node-usage-index';
import { nextPublished, type PublishedAmount } from './hysteresis';
import { carriesIdle, publishedOn, writeIdle } from './idle-resources';

/** Nodes patched per round at most; the others follow in the next ones. */
const MOST_PATCHES = 100;
const MIB = 2 ** 20;
const CODE = 'idle-not-published';
/**
 * What is forbidden for the first of a round, and for so many, is so for all; a single node may have a rule of its own.
 */
const MOST_FORBIDDEN = 3;
const ABOUT_ALL = 'nodes/status';

interface Amounts {
  readonly cpu: number;
  readonly memory: number;
}

interface PublishedNode {
  readonly cpu: PublishedAmount;
  readonly memory: PublishedAmount;
}

/** Changes a node needs; what takes something away comes first. */
interface Change {
  readonly node: string;
  readonly to: Amounts | undefined;
  readonly isFall: boolean;
}

/** Writes what is idle in the next hour to the status of nodes, or takes it away again. */
export class Publisher {
  private readonly published = new Map<string, PublishedNode>();
  /** Nodes whose patch failed when it was last tried: they come last, so that they hold up no others. */
  private readonly refused = new Set<string>();
  /** Whether any node let itself be written since so many were forbidden. */
  private wroteOne = false;

  constructor(
    private readonly parts: {
      client: Pick<KubeClient, 'request'>;
      problems: ProblemReporter;
      /** Until then a node that was not measured yet keeps what it publishes. */
      untilMs: number;
      /** Asked before each write: whether this process is the one that writes. */
      mayWrite(): boolean;
    },
  ) {}

  /**
   * Brings every node in line; one whose idle is unknown publishes nothing. After a restart a node keeps what it
   * publishes until its next hour is known again, as far as that much is idle now.
   */
  async publish(nodes: Iterable<JudgedNode>, nowMs: number, signal: AbortSignal): Promise<void> {
    const changes: Change[] = [];
    const still = new Set<string>();
    for (const judged of nodes) {
      still.add(judged.view.name);
      const change = this.changeOf(judged, nowMs);
      if (change) changes.push(change);
    }
    for (const kept of [this.published, this.refused])
      for (const name of kept.keys()) if (!still.has(name)) kept.delete(name);
    await this.carryOut(changes, signal);
  }

  /** Takes away what nodes still publish. */
  async withdraw(nodes: Iterable<Node>, signal: AbortSignal): Promise<void> {
    this.forget();
    const carrying = [...nodes].filter(carriesIdle);
    await this.carryOut(
      carrying.map(({ metadata }) => ({ node: metadata.name, to: undefined, isFall: true })),
      signal,
    );
  }

  /** Starts from what nodes publish then, when another process published meanwhile. */
  forget(): void {
    this.published.clear();
  }

  private changeOf({ node, view, idle }: JudgedNode, nowMs: number): Change | undefined {
    const { name } = view;
    if (view.state === 'unmeasured' && nowMs < this.parts.untilMs) return undefined;
    const now = publishedOn(node);
    const cpu = idle && (idle.cpu.nextHour ?? leastOf(idle.cpu.now, now.cpu));
    const memory = idle && (idle.memory.nextHour ?? leastOf(idle.memory.now, now.memory));
    if (cpu === undefined || memory === undefined) {
      this.published.delete(name);
      return carriesIdle(node) ? { node: name, to: undefined, isFall: true } : undefined;
    }
    const former = this.published.get(name);
    const published = {
      cpu: nextPublished(former?.cpu ?? publishedAt(now.cpu), Math.floor(cpu), nowMs),
      memory: nextPublished(former?.memory ?? publishedAt(now.memory), Math.floor(memory / MIB) * MIB, nowMs),
    };
    this.published.set(name, published);
    const to = { cpu: published.cpu.value, memory: published.memory.value };
    if (to.cpu === now.cpu && to.memory === now.memory) return undefined;
    const isFall = to.cpu < (now.cpu ?? 0) || to.memory < (now.memory ?? 0);
    return { node: name, to, isFall };
  }

  private async carryOut(changes: Change[], signal: AbortSignal): Promise<void> {
    const failed = new Map<string, KubeError>();
    let tried = 0;
    let forbidden = 0;
    changes.sort((a, b) => this.turnOf(a) - this.turnOf(b));
    for (const { node, to } of changes.slice(0, MOST_PATCHES)) {
      if (signal.aborted || !this.parts.mayWrite()) return;
      const error = await this.patch(node, to, signal);
      if (error && (isConnectionLost(error) || error.kind === 'not-leading')) return;
      tried++;
      this.refused.delete(node);
      if (!error) {
        this.wroteOne = true;
        continue;
      }
      this.refused.add(node);
      failed.set(node, error);
      if (error.kind === 'forbidden') forbidden++;
      if (forbidden === tried && forbidden === MOST_FORBIDDEN) {
        this.wroteOne = false;
        break;
      }
    }
    this.tell(failed, forbidden > 0 && forbidden === tried && !this.wroteOne);
  }

  /** Falls first; what was refused before comes after all others. */
  private turnOf({ node, isFall }: Change): number {
    return (this.refused.has(node) ? 2 : 0) + (isFall ? 0 : 1);
  }

  private tell(failed: ReadonlyMap<string, KubeError>, isAll: boolean): void {
    const { problems } = this.parts;
    const told = new Set<string>();
    for (const [node, error] of failed) {
      const about = isAll ? ABOUT_ALL : `Node ${node}`;
      told.add(about);
      problems.report(CODE, about, error.message);
    }
    problems.clearExcept(CODE, told);
  }

  /** @returns why the node could not be patched */
  private async patch(
    node: string,
    to: Amounts | undefined,
    signal: AbortSignal,
  ): Promise<KubeError | undefined> {
    try {
      await writeIdle(this.parts.client, node, to, signal);
      return undefined;
    } catch (error) {
      if (isKubeError(error)) return error;
      throw error;
    }
  }
}

function leastOf(idle: number, published: number | undefined): number | undefined {
  return published === undefined ? undefined : Math.min(idle, published);
}

function publishedAt(value: number | undefined): PublishedAmount | undefined {
  return value === undefined ? undefined : { value };
}
