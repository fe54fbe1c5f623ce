import { readGiven } from '../../decide/estimators/parameter-text';
import { clusterParameters, isRecommenderName, recommenderNamed } from '../../decide/estimators/recommenders';
import { parameterTextOf } from '../../decide/features/recommender/parameter-text';
import { parameterChanges, servingRecommender } from '../../decide/pods/serving-recommender';
import { ofKey } from '../../lib/memo/of-key';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { UpdaterSettings } from '../settings';

type RestSettings = Pick<
  UpdaterSettings,
  'recommenderName' | 'recommenders' | 'recommenderOfKind' | 'recommenderParameters'
>;

/** How long requests rest between two changes in place, where the recommender of a VPA weighs what a change costs. */
export class Rests {
  private readonly known = new WeakMap<VerticalPodAutoscaler, { restMs: number | undefined }>();

  constructor(private readonly settings: RestSettings) {}

  /** Milliseconds; undefined if the settings of the updater say so. */
  of(vpa: VerticalPodAutoscaler): number | undefined {
    const known = ofKey(this.known, vpa, () => ({ restMs: this.restOf(vpa) }));
    return known.restMs;
  }

  private restOf(vpa: VerticalPodAutoscaler): number | undefined {
    const name = servingRecommender(vpa, this.settings);
    if (name === undefined || !isRecommenderName(name)) return undefined;
    const { fromChanges, restMs } = recommenderNamed(name);
    if (!restMs) return undefined;
    const stated = readGiven(parameterTextOf(vpa) ?? '').given;
    const ofCluster = clusterParameters(this.settings, name);
    return restMs(fromChanges?.(parameterChanges(vpa)) ?? {}, ofCluster, stated);
  }
}
