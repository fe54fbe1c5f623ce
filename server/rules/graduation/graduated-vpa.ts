import type { BrokenLoop, OomKill, TargetMoves } from '../../decide/features/graduation/facts';
import type { GraduationRules, StepMode } from '../../decide/features/graduation/rules';
import { RECOMMENDER_ANNOTATION } from '../../decide/features/recommender/parameter-text';
import { readLoop } from '../../decide/pods/replacements';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { TargetTrack } from './target-track';

/** One VPA that graduates, with what is known of it between looks. Times in Unix milliseconds of the cluster. */
export class GraduatedVpa {
  readonly track = new TargetTrack();
  lookAtMs = Number.NEGATIVE_INFINITY;
  oom: OomKill | undefined;
  /** Until when the record was asked for OOM kills; undefined before the first time. */
  oomsReadMs: number | undefined;
  moves: { readonly atMs: number; readonly found: TargetMoves } | undefined;

  constructor(
    readonly key: string,
    public vpa: VerticalPodAutoscaler,
    public rules: GraduationRules,
  ) {}

  /** What a replay depends on besides the past. */
  basisOf({ steps, replay }: GraduationRules): string {
    const { metadata, spec } = this.vpa;
    const { targetRef, recommenders, resourcePolicy, startupBoost } = spec;
    const stated = [targetRef, recommenders, resourcePolicy, startupBoost];
    return JSON.stringify([
      metadata.uid,
      replay.days,
      replayModeOf(steps),
      stated,
      metadata.annotations?.[RECOMMENDER_ANNOTATION],
    ]);
  }
}

/**
 * The mode that is replayed, whatever the next step is: the last one, in which targets reach running pods. In the modes
 * before it, a replay would only show how the requests that pods have now do.
 */
export function replayModeOf(steps: readonly StepMode[]): StepMode {
  const last = steps.at(-1);
  return last === undefined || last === 'Off' || last === 'Initial' ? 'Recreate' : last;
}

/** Evicted pods that came back without the target, as the updater notes them; undefined if it goes on evicting. */
export function brokenLoopOf(vpa: VerticalPodAutoscaler, limit: number): BrokenLoop | undefined {
  const loop = readLoop(vpa);
  const { uid = '', generation = 0 } = vpa.metadata;
  if (!loop || limit === 0 || loop.misses < limit || loop.basis !== `${uid} ${generation}`) return undefined;
  return { misses: loop.misses, limit, lastMissMs: loop.lastMissMs };
}
