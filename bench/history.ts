import { mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ManualClock } from '@/server/clock';
import { RANGES } from '@/server/contract/past';
import { connect } from '@/server/store/database';
import { dialectOf } from '@/server/store/database-url';
import { openDatabase } from '@/server/store/open-database';
import { Block } from '@/server/store/series/block';
import { packBlock } from '@/server/store/series/block-codec';
import type { SeriesKey, SeriesPoint } from '@/server/store/series/point';
import type { SeriesStore, StoredBlock } from '@/server/store/series/series-store';
import { TIERS } from '@/server/store/series/tiers';
import { postgresBin, startPostgres } from '@/tests/support/postgres';
import { seriesOver } from '@/tests/support/series-over';
import type { Bench, Figure } from './bench';

const CONTAINERS = 1000;
const DAYS = 90;
const DAY_MS = 86_400_000;
const T0 = Date.UTC(2026, 7, 1);
const NOW_MS = T0 + DAYS * DAY_MS;
const QUERIES_PER_RANGE = 40;
const MOST_POINTS = 600;
const BATCH = 200;
/** Distinct contents of a block: packing each of 43,000 would measure packing. */
const KINDS = 20;

const keyOf = (index: number): SeriesKey => ({
  namespace: `team-${index % 20}`,
  vpa: `web-${index}`,
  container: 'app',
});

/** Amounts that stand for days and usage that never does. */
function pointAt(atMs: number, seed: number): SeriesPoint {
  const wave =
    1 +
    0.4 * Math.sin((atMs / DAY_MS) * 2 * Math.PI) +
    0.2 * Math.sin((atMs / 60_000) * 12.9898 * (seed + 1));
  const day = Math.floor(atMs / DAY_MS) + seed;
  const amounts = (scale: number) => ({
    target: scale * (3 + (day % 3)),
    lowerBound: scale * 2,
    upperBound: scale * (6 + 1 / (1 + (atMs - T0) / DAY_MS)),
    uncappedTarget: scale * (3 + (day % 3)),
    request: scale * 4,
    limit: scale * 8,
    usageMean: scale * wave * 2,
    usageP95: scale * wave * 2.4,
    usageMax: scale * wave * 2.6,
  });
  return { atMs, confidence: (atMs - T0) / DAY_MS, replicas: 3, cpu: amounts(100), memory: amounts(2 ** 27) };
}

/** The blocks of one container after 90 days, as the tiers keep them. */
async function blocksOf(seed: number): Promise<Omit<StoredBlock, keyof SeriesKey>[]> {
  const blocks: Omit<StoredBlock, keyof SeriesKey>[] = [];
  for (const tier of TIERS) {
    const keptMs = Math.min(tier.keptMs, DAYS * DAY_MS);
    for (
      let startMs = Math.floor((NOW_MS - keptMs) / tier.blockMs) * tier.blockMs;
      startMs < NOW_MS;
      startMs += tier.blockMs
    ) {
      const block = new Block(tier, startMs);
      for (let atMs = Math.max(startMs, T0); atMs < Math.min(block.endMs, NOW_MS); atMs += tier.stepMs)
        block.set(pointAt(atMs, seed));
      const data = await packBlock(block);
      blocks.push({ tier: tier.number, startMs, recommender: 'default', data, isRolledUp: true });
    }
  }
  return blocks;
}

function p95(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

async function write(
  store: SeriesStore,
  kinds: Omit<StoredBlock, keyof SeriesKey>[][],
): Promise<{ rows: number; seconds: number }> {
  const startedMs = performance.now();
  let rows = 0;
  let batch: StoredBlock[] = [];
  for (let index = 0; index < CONTAINERS; index++) {
    batch.push(...(kinds[index % KINDS] ?? []).map((block) => ({ ...block, ...keyOf(index) })));
    if (batch.length < BATCH && index < CONTAINERS - 1) continue;
    await store.write(batch);
    rows += batch.length;
    batch = [];
  }
  return { rows, seconds: (performance.now() - startedMs) / 1000 };
}

async function queryMs(store: SeriesStore): Promise<number[]> {
  const series = seriesOver(async () => store, new ManualClock(NOW_MS));
  const taken: number[] = [];
  for (const rangeMs of Object.values(RANGES))
    for (let query = 0; query < QUERIES_PER_RANGE; query++) {
      const key = keyOf((query * 389) % CONTAINERS);
      const startedMs = performance.now();
      const { points } = await series.past(key, { fromMs: NOW_MS - rangeMs, toMs: NOW_MS }, MOST_POINTS);
      taken.push(performance.now() - startedMs);
      if (points.length < 50) throw new Error(`${points.length} points of ${rangeMs} ms`);
    }
  await series.close();
  return taken;
}

async function measured(
  name: string,
  url: string,
  kinds: Omit<StoredBlock, keyof SeriesKey>[][],
  bytes: () => Promise<number>,
) {
  const { audit, series } = await openDatabase(url);
  const { rows, seconds } = await write(series, kinds);
  const taken = await queryMs(series);
  const size = await bytes();
  await audit.close();
  const perDay = size / CONTAINERS / DAYS;
  return [
    { name: `history-write-${name}`, value: rows / seconds, unit: 'rows/s' },
    { name: `history-query-${name}`, value: p95(taken), unit: 'ms p95', reach: '≤ 50' },
    { name: `history-size-${name}`, value: size / 2 ** 20, unit: 'MiB', reach: '1,000 containers, 90 days' },
    { name: `history-per-day-${name}`, value: perDay, unit: 'bytes a container and day' },
  ] satisfies Figure[];
}

/** The kept past of 1,000 containers over 90 days: writing it, asking for it, its size, in both databases. */
export const historyBench: Bench = {
  name: 'history',
  async run() {
    const kinds = await Promise.all(Array.from({ length: KINDS }, (_, seed) => blocksOf(seed)));
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-history-'));
    try {
      const file = path.join(folder, 'history.db');
      const figures = await measured('sqlite', `file:${file}`, kinds, async () => statSync(file).size);
      const bin = postgresBin();
      if (!bin) return figures;
      const server = await startPostgres(bin);
      try {
        const size = async () => {
          const database = await connect(server.url);
          const [row] = await database.$queryRawUnsafe<{ size: bigint }[]>(
            `SELECT pg_total_relation_size('"SeriesBlock"') AS size`,
          );
          await database.$disconnect();
          return Number(row?.size ?? 0);
        };
        return [...figures, ...(await measured(dialectOf(server.url), server.url, kinds, size))];
      } finally {
        await server.close();
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
