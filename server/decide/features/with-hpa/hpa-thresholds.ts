import * as z from 'zod';
import { parsed } from '../../../objects/json-object';
import type { HorizontalPodAutoscaler } from '../../../objects/types';
import { claimsOf, type HpaClaim } from '../../pods/hpa-claims';
import { metricKey } from './metric-key';

/** On an HPA: the thresholds that a VPA in mode `keep-threshold` keeps. The updater writes it. */
export const KEPT_THRESHOLDS_ANNOTATION = 'plumbline.dev/kept-thresholds';

/** A target is rewritten to no more than this; beyond ten times a request, the request says nothing. */
export const MOST_PERCENT = 1000;

const positive = z.number().positive();
const entry = z.object({
  /** Use per pod, millicores or bytes, from which on the HPA adds pods. */
  threshold: positive,
  /** The percentage last written or seen; another one was written by somebody else. */
  percent: positive,
  /** The percentage before the first rewriting. */
  first: positive,
});
const entries = z.record(z.string(), entry);

export type KeptThreshold = z.infer<typeof entry>;

/** The kept thresholds noted on an HPA, by metric; those whose target somebody changed since are left out. */
export function thresholdsOf(hpa: HorizontalPodAutoscaler): ReadonlyMap<string, KeptThreshold> {
  const noted = readThresholds(hpa);
  const percents = keepableOf(hpa);
  return new Map([...noted].filter(([key, { percent }]) => percents.get(key) === percent));
}

/** The targets in percent that can be kept, by metric: not those of twins, which nobody could tell apart. */
export function keepableOf(hpa: HorizontalPodAutoscaler): ReadonlyMap<string, number> {
  const claims = new Map<string, HpaClaim[]>();
  for (const claim of claimsOf(hpa)) {
    const key = metricKey(claim);
    claims.set(key, [...(claims.get(key) ?? []), claim]);
  }
  return new Map(
    [...claims].flatMap(([key, [claim, ...twins]]) =>
      claim?.percent && twins.length === 0 ? [[key, claim.percent] as const] : [],
    ),
  );
}

/** All that is noted; nothing if it cannot be read. */
export function readThresholds({ metadata }: HorizontalPodAutoscaler): ReadonlyMap<string, KeptThreshold> {
  const text: unknown = metadata.annotations?.[KEPT_THRESHOLDS_ANNOTATION];
  return new Map(Object.entries(entries.safeParse(parsed(text)).data ?? {}));
}

/**
 * The threshold to keep and the percentage that keeps it. A target that was not noted, or that somebody has
 * changed, counts as it is. While requests change, the lower one counts, so that the threshold is never below
 * what it was: no pods are added for the change alone.
 * @param request per pod, millicores or bytes: now, and once the changes under way are done
 */
export function nextThreshold(
  percent: number,
  known: KeptThreshold | undefined,
  request: { readonly now: number; readonly after: number },
): KeptThreshold {
  if (known?.percent !== percent)
    return { threshold: (request.now * percent) / 100, percent, first: percent };
  const lower = Math.min(request.now, request.after);
  const wanted = Math.round((100 * known.threshold) / lower);
  return { ...known, percent: Math.min(MOST_PERCENT, Math.max(1, wanted)) };
}
