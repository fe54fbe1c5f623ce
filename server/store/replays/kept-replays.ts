import { LRUCache } from 'lru-cache';
import type { Clock } from '../../lib/time/clock';
import { GRADUATION_USER } from '../../words/who';
import { type AskingParts, DatabaseAway, StorePart } from '../asking';
import type { ReplayFindings, ReplayStore, StoredReplay } from './replay-store';

/** Replays whose findings stay in memory: the newest, and those that no database has yet. */
const MOST_IN_MEMORY = 10;
/** Findings in memory at most, whatever their number. */
const MOST_BYTES = 2 ** 26;
/** A replay that its process has not spoken of for so long has ended, in real ms. */
export const SILENT_MS = 20_000;

interface KeptReplaysParts extends AskingParts<ReplayStore> {
  /** The cluster clock, which dates replays. */
  clock: Pick<Clock, 'now'>;
  /** How many are kept, and for how long. */
  most: number;
  keptMs: number;
}

interface Own {
  replay: StoredReplay;
  findings?: ReplayFindings;
  isStored: boolean;
}

/**
 * Replays of this process and of others on the same database. While the database is away, those of this process are
 * kept in memory, and stored once it is back.
 */
export class KeptReplays {
  private readonly database: StorePart<ReplayStore>;
  private readonly own = new LRUCache<string, Own>({
    max: MOST_IN_MEMORY,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ findings }) => 1 + bytesOf(findings),
  });
  private storing: Promise<void> = Promise.resolve();
  private away = false;

  constructor(private readonly parts: KeptReplaysParts) {
    this.database = new StorePart(parts);
  }

  /** Whether the database did not answer when it was last asked. */
  get isAway(): boolean {
    return this.away;
  }

  /** Takes a replay as it stands; returns at once, resolves once it is stored or known to be kept in memory only. */
  put(replay: StoredReplay, findings?: ReplayFindings): Promise<void> {
    const former = this.own.peek(replay.id)?.findings;
    this.own.set(replay.id, { replay, findings: findings ?? former, isStored: false });
    return this.flush();
  }

  /** Takes a replay as it stands, to be stored with the next that is. */
  note(replay: StoredReplay): void {
    const former = this.own.peek(replay.id);
    this.own.set(replay.id, { ...former, replay, isStored: former?.isStored ?? false });
  }

  /** The replay as the database has it; undefined if it has none, or is away. */
  stored(id: string): Promise<StoredReplay | undefined> {
    return this.ask((store) => store.get(id));
  }

  /** Stores what is not stored yet. */
  flush(): Promise<void> {
    this.storing = this.storing.then(() => this.storeAll());
    return this.storing;
  }

  /** The newest first. */
  async list(): Promise<StoredReplay[]> {
    const { most, clock, keptMs } = this.parts;
    const stored = (await this.ask((store) => store.list(most))) ?? [];
    const all = new Map(stored.map((replay) => [replay.id, replay]));
    for (const { replay } of this.own.values()) all.set(replay.id, replay);
    const oldestMs = clock.now() - keptMs;
    // Those of graduation never take the place of people's.
    const left = { people: most, graduation: most };
    return [...all.values()]
      .filter(({ startedMs }) => startedMs >= oldestMs)
      .sort((a, b) => b.startedMs - a.startedMs)
      .filter(({ who }) => left[who === GRADUATION_USER ? 'graduation' : 'people']-- > 0)
      .map((replay) => this.seen(replay));
  }

  async get(id: string): Promise<StoredReplay | undefined> {
    const replay = this.own.get(id)?.replay ?? (await this.ask((store) => store.get(id)));
    return replay && this.seen(replay);
  }

  async outcome(id: string): Promise<Uint8Array | undefined> {
    return this.own.get(id)?.findings?.outcome ?? (await this.ask((store) => store.outcome(id)));
  }

  async chart(id: string, namespace: string, name: string): Promise<Uint8Array | undefined> {
    const own = this.own
      .get(id)
      ?.findings?.charts.find((chart) => chart.namespace === namespace && chart.name === name);
    return own?.data ?? (await this.ask((store) => store.chart(id, namespace, name)));
  }

  /** A replay at work whose process has fallen silent has ended. */
  private seen(replay: StoredReplay): StoredReplay {
    const isAtWork = replay.state === 'waiting' || replay.state === 'running';
    const isSilent = this.parts.wallClock.now() - replay.beatMs > SILENT_MS;
    return isAtWork && isSilent && !this.own.has(replay.id) ? { ...replay, state: 'ended' } : replay;
  }

  private async storeAll(): Promise<void> {
    const { most, keptMs, clock } = this.parts;
    for (const one of [...this.own.values()].reverse()) {
      if (one.isStored) continue;
      const { replay, findings } = one;
      one.isStored = true;
      const isDone = await this.ask(async (store) => {
        await store.put(replay, findings);
        await store.prune(clock.now() - keptMs, most);
        return true;
      });
      if (!isDone) {
        one.isStored = false;
        return;
      }
    }
  }

  /** Undefined if the database is away. */
  private async ask<T>(question: (store: ReplayStore) => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await this.database.ask(question);
      this.away = false;
      return answer;
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
      this.away = true;
      return undefined;
    }
  }
}

function bytesOf(findings: ReplayFindings | undefined): number {
  if (!findings) return 0;
  return findings.charts.reduce((sum, { data }) => sum + data.byteLength, findings.outcome.byteLength);
}
