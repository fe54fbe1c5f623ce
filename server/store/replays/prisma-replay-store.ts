import { GRADUATION_USER } from '../../words/who';
import type { Database } from '../database';
import {
  REPLAY_STATES,
  type ReplayFindings,
  type ReplayState,
  type ReplayStore,
  type StoredReplay,
} from './replay-store';

/** Charts in one statement. */
const AT_ONCE = 100;
const WITHOUT_OUTCOME = { outcome: true } as const;
/** What is listed and counted apart. */
const APART = [{ who: { not: GRADUATION_USER } }, { who: GRADUATION_USER }] as const;

/** Keeps replays in SQLite or PostgreSQL. */
export class PrismaReplayStore implements ReplayStore {
  constructor(private readonly database: Database) {}

  async put(kept: StoredReplay, findings?: ReplayFindings): Promise<void> {
    const { id, beatMs, startedMs, endedMs, ...texts } = kept;
    const values = {
      ...texts,
      beatMs: whole(beatMs),
      startedMs: whole(startedMs),
      endedMs: endedMs === undefined ? null : whole(endedMs),
      ...(findings && { outcome: bytes(findings.outcome) }),
    };
    const { replay, replayChart } = this.database;
    const charts = (findings?.charts ?? []).map((one) => ({ ...one, replay: id, data: bytes(one.data) }));
    const writes = [];
    for (let from = 0; from < charts.length; from += AT_ONCE)
      writes.push(replayChart.createMany({ data: charts.slice(from, from + AT_ONCE) }));
    const stored = replay.upsert({ where: { id }, create: { id, ...values }, update: values });
    if (writes.length === 0) await stored;
    else
      await this.database.$transaction([
        replayChart.deleteMany({ where: { replay: id } }),
        ...writes,
        stored,
      ]);
  }

  async list(limit: number): Promise<StoredReplay[]> {
    const found = await Promise.all(
      APART.map((where) =>
        this.database.replay.findMany({
          where,
          omit: WITHOUT_OUTCOME,
          orderBy: { startedMs: 'desc' },
          take: limit,
        }),
      ),
    );
    return found
      .flat()
      .map(recordOf)
      .sort((a, b) => b.startedMs - a.startedMs);
  }

  async get(id: string): Promise<StoredReplay | undefined> {
    const found = await this.database.replay.findUnique({ where: { id }, omit: WITHOUT_OUTCOME });
    return found ? recordOf(found) : undefined;
  }

  async outcome(id: string): Promise<Uint8Array | undefined> {
    const found = await this.database.replay.findUnique({ where: { id }, select: { outcome: true } });
    return found?.outcome ?? undefined;
  }

  async chart(replay: string, namespace: string, name: string): Promise<Uint8Array | undefined> {
    const key = { replay, namespace, name };
    const found = await this.database.replayChart.findUnique({ where: { replay_namespace_name: key } });
    return found?.data;
  }

  async prune(beforeMs: number, most: number): Promise<void> {
    const { replay, replayChart } = this.database;
    const excess = await Promise.all(
      APART.map((where) =>
        replay.findMany({ where, orderBy: { startedMs: 'desc' }, skip: most, select: { id: true } }),
      ),
    );
    const old = await replay.findMany({
      where: { startedMs: { lt: whole(beforeMs) } },
      select: { id: true },
    });
    const ids = [...new Set([...excess.flat(), ...old].map(({ id }) => id))];
    if (ids.length === 0) return;
    await this.database.$transaction([
      replayChart.deleteMany({ where: { replay: { in: ids } } }),
      replay.deleteMany({ where: { id: { in: ids } } }),
    ]);
  }

  async clear(): Promise<void> {
    const { replay, replayChart } = this.database;
    await this.database.$transaction([replayChart.deleteMany(), replay.deleteMany()]);
  }
}

function whole(ms: number): bigint {
  return BigInt(Math.floor(ms));
}

/** With a buffer of its own, as the client wants it. */
function bytes(data: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(data);
}

interface Row extends Omit<StoredReplay, 'beatMs' | 'startedMs' | 'endedMs' | 'state'> {
  beatMs: bigint;
  startedMs: bigint;
  endedMs: bigint | null;
  state: string;
}

function recordOf({ beatMs, startedMs, endedMs, state, ...row }: Row): StoredReplay {
  return {
    ...row,
    beatMs: Number(beatMs),
    startedMs: Number(startedMs),
    ...(endedMs !== null && { endedMs: Number(endedMs) }),
    state: isState(state) ? state : 'ended',
  };
}

function isState(text: string): text is ReplayState {
  return (REPLAY_STATES as readonly string[]).includes(text);
}
