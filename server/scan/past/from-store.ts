import { createHash } from 'node:crypto';
import { PrometheusApi } from '../../usage/prometheus/api';
import { PrometheusClient } from '../../usage/prometheus/client';
import { countOf } from '../../words/counts';
import { formatDuration } from '../../words/times';
import type { FoundStore } from '../cluster/find-store';
import type { ScanOptions } from '../options';
import { crossCheck } from './cross-check';
import { askHappened, type Happened } from './happened';
import type { KnownPast } from './known-past';
import { type Lacking, readUsage } from './read-usage';
import { type KnownRss, readRss } from './rss';
import type { UsageAsked } from './usage-asked';

/** A query for kills or throttling that does not answer for so long is asked in halves. */
const PATIENCE_MS = 25_000;

interface StoredPast {
  readonly past: KnownPast;
  readonly notes: readonly string[];
  readonly lacking: Lacking;
  /** Absent where no VPA follows it. */
  readonly rss?: KnownRss | undefined;
}

/** What a store knows of the period: what containers used, and what happened to them. */
export async function pastFromStore(
  options: ScanOptions,
  asked: UsageAsked,
  store: FoundStore,
  happened: Happened,
): Promise<StoredPast> {
  const { progress, stopping } = options;
  progress.begins(`Usage from ${store.title}`);
  const { past, missing, lacking } = await readUsage({
    store,
    caches: asked.caches,
    groups: asked.groups,
    namespaces: asked.scope?.namespaces,
    span: asked.span,
    stepMs: asked.stepMs,
    memorySteps: asked.memorySteps,
    cacheDir: options.cacheDir,
    of: nameOfPast(options, asked, store),
    progress,
    wallClock: options.wallClock,
    stopping,
  });
  progress.ended(`${countOf(past.size, 'container')}, ${formatDuration(asked.stepMs)} between samples`);
  const notes = [...store.notes, ...missing];
  if (!stopping.aborted) notes.push(...(await whatHappened(options, asked, store, happened)));
  if (!stopping.aborted) notes.push(...(await comparedWithNow(options, asked, store, past)));
  const rss = stopping.aborted ? undefined : await readRss(options, asked, store);
  return { past, notes: [...notes, ...(rss?.notes ?? [])], lacking, rss };
}

function comparedWithNow(
  { client, wallClock, stopping }: ScanOptions,
  { scope, span }: UsageAsked,
  { title }: FoundStore,
  past: KnownPast,
): Promise<string[]> {
  const namespaces = scope?.namespaces;
  return crossCheck(past, { client, namespaces, title, nowMs: span.toMs, wallClock, stopping });
}

/** What is kept under this name is of no other past. It says nothing of the headers, which may be secret. */
function nameOfPast(
  { cluster, historyMs }: ScanOptions,
  { config, stepMs, memorySteps, scope }: UsageAsked,
  { settings, traits }: FoundStore,
): string {
  const parts = [
    cluster,
    settings.prometheusAddress,
    config.prometheusMatchers,
    settings.prometheusCpuQuery,
    settings.prometheusMemoryQuery,
    traits.scrapes ?? {},
    config.prometheusUsername,
    Object.values(config.prometheusHeaders),
    scope?.namespaces ?? [],
    historyMs,
    stepMs,
    memorySteps,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Returns what could not be found out, in words. */
async function whatHappened(
  { progress, wallClock, stopping }: ScanOptions,
  { span, scope }: UsageAsked,
  { settings, transport }: FoundStore,
  happened: Happened,
): Promise<string[]> {
  const missing: string[] = [];
  progress.begins('Kills and throttling');
  const patience = Math.min(settings.prometheusQueryTimeoutMs, PATIENCE_MS);
  const client = new PrometheusClient(
    { ...settings, prometheusQueryTimeoutMs: patience },
    wallClock,
    transport,
  );
  try {
    await askHappened(happened, {
      api: new PrometheusApi(client),
      names: settings,
      scope,
      span,
      wallClock,
      stopping,
      failed: (what, why, isPartKnown) =>
        missing.push(`${isPartKnown ? 'Known in part' : 'Not known'}: ${what}: ${why}.`),
      done: (done, total) => progress.reached(done, total),
    });
  } catch (error) {
    if (!stopping.aborted) throw error;
  } finally {
    await client.close();
  }
  progress.ended('');
  return missing;
}
