import { LRUCache } from 'lru-cache';
import type { Need, NeedyWorkload } from '../../contract/inbox';
import { upTo } from '../../lib/memo/up-to';
import type { Sliced } from '../../lib/time/slices';
import { sorting } from '../../lib/time/sorting';
import type { Resource } from '../../objects/units';
import {
  type AuditRecord,
  type Happening,
  type Journal,
  type Series,
  type SeriesPoint,
  wideTier,
} from '../../store';
import { NEED_URGENCIES, type NeedCode } from '../../words/needs';
import { sizeOfGain } from './gain';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far back the record is searched. */
const SEARCHED_MS = 30 * DAY_MS;
/** So far back the past is told in hours; beyond, in days. */
const IN_HOURS_MS = 16 * DAY_MS;
const MOST_RECORDS = 200;
/** Kills this far apart are not of one loop. */
const LOOP_PAUSE_MS = 6 * HOUR_MS;
/** A target this much below the need was capped then too. */
const CAPPED = 1.1;
const MOST_KNOWN = 20_000;
/** Of what could be better the largest are looked up in a list of all; the others are a count there. */
const MOST_BETTER = 50;
/** What the record did not know is asked again after this long, in real milliseconds. */
const ASK_AGAIN_MS = 60_000;

interface SinceParts {
  journal(): Pick<Journal, 'audit'> | undefined;
  readonly series: Pick<Series, 'pastOf'> & Partial<Pick<Series, 'happenings'>>;
  /** The cluster's time. */
  now(): number;
}

/** A need as it is looked up. */
interface Asked {
  readonly namespace: string;
  readonly name: string;
  /** The past is kept in steps, of which the first begins before the VPA is there. */
  readonly createdMs: number | undefined;
  readonly need: Need;
}

/**
 * Since when workloads have their needs, as the record says: decisions about pods, OOM kills, targets of the past.
 * Looked up once for each need, one after the other, beside everything else.
 */
export class NeedsSince {
  /** Rises with every time that became known. */
  revision = 0;
  private readonly known = new LRUCache<string, { readonly sinceMs: number | undefined }>({
    ...upTo(MOST_KNOWN),
  });
  private readonly waiting = new Map<string, Asked>();
  private looking: Promise<void> | undefined;

  constructor(private readonly parts: SinceParts) {}

  /** Resolves once everything asked for is looked up. */
  get settled(): Promise<void> {
    return this.looking ?? Promise.resolve();
  }

  /** All workloads with what is known by now. */
  *telling(workloads: ReadonlyMap<string, NeedyWorkload>): Sliced<ReadonlyMap<string, NeedyWorkload>> {
    const told = new Map<string, NeedyWorkload>();
    const better: NeedyWorkload[] = [];
    for (const [key, workload] of workloads) {
      if (isBetterAlone(workload)) better.push(workload);
      else told.set(key, this.told(workload));
      yield;
    }
    const ranked = yield* sorting(better, (a, b) => sizeOfGain(b.gain) - sizeOfGain(a.gain));
    for (const [rank, workload] of ranked.entries()) {
      const key = `${workload.namespace}/${workload.name}`;
      told.set(key, this.told(workload, { asks: rank < MOST_BETTER }));
      yield;
    }
    return told;
  }

  /** The workload with what is known by now; looks the rest up if it `asks`. */
  told(workload: NeedyWorkload, { asks } = { asks: true }): NeedyWorkload {
    const needs = workload.needs.map((need) => {
      if (need.sinceMs !== undefined || !isOnRecord(need.code)) return need;
      const key = keyOf(workload, need);
      const known = this.known.get(key);
      if (!known && asks)
        this.ask(key, {
          namespace: workload.namespace,
          name: workload.name,
          createdMs: workload.createdMs,
          need,
        });
      return known?.sinceMs === undefined ? need : { ...need, sinceMs: known.sinceMs };
    });
    return needs.every((need, index) => need === workload.needs[index]) ? workload : { ...workload, needs };
  }

  /** Needs that are gone may come back, at another time. */
  *forgettingExcept(workloads: ReadonlyMap<string, NeedyWorkload>): Sliced<void> {
    for (const key of [...this.known.keys()]) {
      const workload = workloads.get(key.slice(0, key.indexOf(' ')));
      if (!workload?.needs.some((need) => keyOf(workload, need) === key)) this.known.delete(key);
      yield;
    }
  }

  private ask(key: string, asked: Asked): void {
    if (this.waiting.size >= MOST_KNOWN) return;
    this.waiting.set(key, asked);
    this.looking ??= this.lookUp().finally(() => {
      this.looking = undefined;
    });
  }

  private async lookUp(): Promise<void> {
    for (let next = firstOf(this.waiting); next; next = firstOf(this.waiting)) {
      const [key, asked] = next;
      const sinceMs = await this.sinceMs(asked).catch(() => undefined);
      this.waiting.delete(key);
      this.known.set(key, { sinceMs }, sinceMs === undefined ? { ttl: ASK_AGAIN_MS } : {});
      if (sinceMs !== undefined) this.revision++;
    }
  }

  private async sinceMs({ namespace, name, createdMs = 0, need }: Asked): Promise<number | undefined> {
    const { journal, series, now } = this.parts;
    const toMs = now();
    const span = { fromMs: toMs - SEARCHED_MS, toMs };
    const { code, container, resource } = need;
    if (BY_KILLS.has(code)) {
      const key = { namespace, vpa: name, container: container ?? '' };
      return sinceByKills((await series.happenings?.(key, span, MOST_RECORDS)) ?? []);
    }
    const isSo = BY_AMOUNTS[code];
    if (isSo) {
      const found = resource && (await this.sinceByPast({ namespace, name, need }, resource, isSo));
      return found && Math.max(found, createdMs);
    }
    const found = await journal()?.audit({
      kinds: ['decision'],
      namespace,
      name,
      sinceMs: span.fromMs,
      order: 'newest',
      limit: MOST_RECORDS,
    });
    return sinceByDecisions(found ?? [], code);
  }

  /** To the hour; to the day for what is older than the hours that are kept. */
  private async sinceByPast(
    { namespace, name, need }: Omit<Asked, 'createdMs'>,
    resource: Resource,
    isSo: (amounts: Amounts) => boolean,
  ): Promise<number | undefined> {
    const nowMs = this.parts.now();
    let sinceMs: number | undefined;
    for (const backMs of [IN_HOURS_MS, SEARCHED_MS]) {
      const span = { fromMs: nowMs - backMs, toMs: nowMs };
      const pasts = await this.parts.series.pastOf(namespace, [name], span);
      const points = pasts?.find((one) => one.container === need.container)?.points ?? [];
      const found = sinceByAmounts(points, resource, isSo, { nowMs, stepMs: wideTier(span).stepMs });
      sinceMs = found ?? sinceMs;
      if (sinceMs === undefined || sinceMs - span.fromMs > DAY_MS) break;
    }
    return sinceMs;
  }
}

function isOnRecord(code: NeedCode): boolean {
  return BY_DECISIONS.has(code) || BY_KILLS.has(code) || BY_AMOUNTS[code] !== undefined;
}

function isBetterAlone({ needs }: NeedyWorkload): boolean {
  return needs.every(({ code }) => NEED_URGENCIES[code] === 'better');
}

const BY_KILLS: ReadonlySet<NeedCode> = new Set<NeedCode>(['oom-loop', 'oom-often', 'oom-killed']);

type Amounts = SeriesPoint[Resource];

function isCapped({ target, uncappedTarget }: Amounts): boolean {
  return target !== undefined && uncappedTarget !== undefined && uncappedTarget > target * CAPPED;
}

/** How a step of the past shows the need. */
const BY_AMOUNTS: Partial<Record<NeedCode, (amounts: Amounts) => boolean>> = {
  capped: isCapped,
  'capped-in-time': isCapped,
  'requests-too-much': ({ request, target, upperBound = target }) =>
    request !== undefined && upperBound !== undefined && request > upperBound,
  'requests-too-little': ({ request, target, lowerBound = target }) =>
    request !== undefined && lowerBound !== undefined && request < lowerBound,
  'requests-nothing': ({ request, target }) => request === undefined && target !== undefined,
};

const BY_DECISIONS: ReadonlySet<NeedCode> = new Set<NeedCode>([
  'budget-never-allows',
  'several-budgets',
  'exceeds-quota',
  'exceeds-limit-range',
  'exceeds-largest-node',
]);

function keyOf({ namespace, name }: NeedyWorkload, { code, container, resource }: Need): string {
  return `${namespace}/${name} ${code} ${container} ${resource}`;
}

function firstOf<K, V>(map: ReadonlyMap<K, V>): [K, V] | undefined {
  const [first] = map;
  return first;
}

/** When the first of its pods was decided about with this reason, which every decision since has; newest first. */
export function sinceByDecisions(records: readonly AuditRecord[], code: string): number | undefined {
  const over = new Set<string>();
  let sinceMs: number | undefined;
  for (const record of records) {
    if (record.kind !== 'decision' || over.has(record.podUid)) continue;
    if (hasReason(record.reasons, code)) sinceMs = record.atMs;
    else over.add(record.podUid);
  }
  return sinceMs;
}

function hasReason(reasons: unknown, code: string): boolean {
  return (
    Array.isArray(reasons) &&
    reasons.some((reason: unknown) => reason instanceof Object && 'code' in reason && reason.code === code)
  );
}

/** The first of the last OOM kills that no long pause parts; oldest first. */
export function sinceByKills(happenings: readonly Happening[]): number | undefined {
  let sinceMs: number | undefined;
  for (const { kind, atMs } of happenings.toReversed()) {
    if (kind !== 'oom') continue;
    if (sinceMs !== undefined && sinceMs - atMs > LOOP_PAUSE_MS) break;
    sinceMs = atMs;
  }
  return sinceMs;
}

/** The first of the last steps that are all so, as far as they are known; oldest first. */
export function sinceByAmounts(
  points: readonly SeriesPoint[],
  resource: Resource,
  isSo: (amounts: Amounts) => boolean,
  { nowMs, stepMs }: { nowMs: number; stepMs: number },
): number | undefined {
  let sinceMs: number | undefined;
  for (const { atMs, [resource]: amounts } of points.toReversed()) {
    if (!isSo(amounts) || (sinceMs ?? nowMs) - atMs > 2 * stepMs) break;
    sinceMs = atMs;
  }
  return sinceMs;
}
