import type { ChosenEstimator } from '@/server/decide/estimators/estimator';
import type { ContainerAggregate } from '@/server/model/aggregate';
import type { ClusterState } from '@/server/model/cluster-state';
import { RESOURCES } from '@/server/objects/units';
import type { RecommenderSettings } from '../settings';
import type { LivingVpa, ServedVpa } from '../vpas/served-vpa';
import type { TemplateLife } from './template-life';
import type { TemplateLives } from './template-lives';

const HOUR_MS = 3_600_000;
/** A life of which too little is known is looked at again after so long. */
const YOUNG_MS = 300_000;
/** A sample an hour is as much as a past has. */
const LEAST_SAMPLES_PER_HOUR = 0.5;
/** A life that needs nearly as much tells nothing that is not known, and to forget costs the memory of busy days. */
const CLEARLY_LESS = 0.8;

/**
 * Whether so much of a life was seen that what was read before, which it is part of, no longer counts: because it is
 * clearly less, or because nothing else is left of it.
 */
export function standing(
  before: ReadonlyMap<string, ContainerAggregate>,
  since: ReadonlyMap<string, ContainerAggregate>,
  { estimator, leastMs }: { estimator: Pick<ChosenEstimator, 'estimate'>; leastMs: number },
): 'young' | 'like-before' | 'less' | 'all-there-is' {
  if (since.size === 0) return 'young';
  let isLess = false;
  let isAll = true;
  for (const [key, own] of since) {
    const { firstSampleMs, lastSampleMs, sampleCount } = own;
    if (firstSampleMs === undefined || lastSampleMs === undefined) return 'young';
    if (lastSampleMs - firstSampleMs < leastMs - HOUR_MS) return 'young';
    if (sampleCount < (leastMs / HOUR_MS) * LEAST_SAMPLES_PER_HOUR) return 'young';
    const all = before.get(key);
    if (!all || all.sampleCount === sampleCount) continue;
    isAll = false;
    const [now, formerly] = [estimator.estimate(own), estimator.estimate(all)];
    isLess ||= RESOURCES.some((resource) => now[resource].target < formerly[resource].target * CLEARLY_LESS);
  }
  if (isAll) return 'all-there-is';
  return isLess ? 'less' : 'like-before';
}

interface NewLivesParts {
  config: Pick<RecommenderSettings, 'newLifeAfterMs'>;
  estimator: Pick<ChosenEstimator, 'estimate'>;
  state: Pick<ClusterState, 'copiesSince' | 'readSince'>;
  lives: Pick<TemplateLives, 'of'>;
}

/**
 * After a roll-out that changes images or amounts, what the workload used before it is no measure of what it needs: it is
 * no longer read once enough of the new life was seen and that is clearly less. A life that needs more is followed at
 * once, by the samples that say so.
 */
export class NewLives {
  private readonly nextLookMs = new WeakMap<ServedVpa, number>();

  constructor(private readonly parts: NewLivesParts) {}

  /** Call it in each pass before a VPA's knowledge is read. @returns whether less is read of it than before */
  look(served: ServedVpa & LivingVpa, nowMs: number): boolean {
    const { state } = this.parts;
    const { namespace, name } = served;
    const present = this.presentOf(served);
    if (present === 'rolled-back') served.life = undefined;
    const next = present === 'rolled-back' ? undefined : this.nextOf(served, present, nowMs);
    const standing = next && this.standingOf(served, next);
    if (standing) this.nextLookMs.set(served, nowMs + (standing === 'young' ? YOUNG_MS : HOUR_MS));
    if (standing === 'less' || standing === 'all-there-is') served.life = next;
    state.readSince(namespace, name, served.life?.sinceMs);
    return standing === 'less';
  }

  /** The life of a VPA that is read for the first time, if what was before it does not count. */
  countedIn(
    vpa: Pick<ServedVpa, 'namespace' | 'name'>,
    life: TemplateLife | undefined,
    nowMs: number,
  ): TemplateLife | undefined {
    const { newLifeAfterMs } = this.parts.config;
    if (!life || newLifeAfterMs === 0 || nowMs - life.sinceMs < newLifeAfterMs) return undefined;
    return this.standingOf(vpa, life) === 'less' ? life : undefined;
  }

  private presentOf({ namespace, target }: ServedVpa): ReturnType<TemplateLives['of']> {
    const { config, lives } = this.parts;
    return config.newLifeAfterMs > 0 && target.kind === 'found'
      ? lives.of(namespace, target.topmost)
      : undefined;
  }

  /** The life that may begin to count; to find out costs two merges, so it is looked at now and then. */
  private nextOf(
    served: ServedVpa,
    present: TemplateLife | undefined,
    nowMs: number,
  ): TemplateLife | undefined {
    if (!present || present.sinceMs === served.life?.sinceMs) return undefined;
    if (nowMs - present.sinceMs < this.parts.config.newLifeAfterMs) return undefined;
    return nowMs >= (this.nextLookMs.get(served) ?? Number.NEGATIVE_INFINITY) ? present : undefined;
  }

  private standingOf(
    { namespace, name, life }: Pick<ServedVpa, 'namespace' | 'name' | 'life'>,
    { sinceMs }: TemplateLife,
  ) {
    const { state, estimator, config } = this.parts;
    const [before, since] = [life?.sinceMs, sinceMs].map((ms) => state.copiesSince(namespace, name, ms));
    return standing(before ?? new Map(), since ?? new Map(), { estimator, leastMs: config.newLifeAfterMs });
  }
}
