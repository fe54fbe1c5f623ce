import { FORMER_RECOMMENDERS } from '../../model/former-recommenders';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { groupOf } from '../../objects/workload-kinds';

/** The settings that say which VPAs this recommender serves, and how. */
export interface RecommenderNames {
  /** The name under which it serves as the default. */
  readonly recommenderName: string;
  /** The further names it serves. */
  readonly recommenders: readonly string[];
  /** By kind of target, of others than workloads as `Kind.group`: what serves a VPA that names no recommender. */
  readonly recommenderOfKind: Readonly<Record<string, string>>;
}

/** The recommender that a VPA asks for. */
export function recommenderAskedBy({ spec }: Pick<VerticalPodAutoscaler, 'spec'>): string {
  return spec?.recommenders?.[0]?.name ?? 'default';
}

/** Which of our recommenders serves the VPA; undefined if another program does. */
export function servingRecommender(
  vpa: Pick<VerticalPodAutoscaler, 'spec'>,
  { recommenderName, recommenders, recommenderOfKind }: RecommenderNames,
): string | undefined {
  const asked = recommenderAskedBy(vpa);
  if (asked !== recommenderName) return recommenders.includes(asked) ? asked : undefined;
  if (vpa.spec?.recommenders?.[0] !== undefined) return 'default';
  const { kind = '', apiVersion = '' } = vpa.spec?.targetRef ?? {};
  const named = [`${kind}.${groupOf(apiVersion)}`, kind].find((name) =>
    Object.hasOwn(recommenderOfKind, name),
  );
  return (named !== undefined && recommenderOfKind[named]) || 'default';
}

/** The recommender that the VPA names and that Plumbline no longer has; undefined if there is none such. */
export function formerRecommender(
  vpa: Pick<VerticalPodAutoscaler, 'spec'>,
  names: RecommenderNames,
): string | undefined {
  const asked = recommenderAskedBy(vpa);
  return FORMER_RECOMMENDERS.includes(asked) && servingRecommender(vpa, names) === undefined
    ? asked
    : undefined;
}

/** How a VPA's pods are changed, by its mode. */
export function parameterChanges({ spec }: Pick<VerticalPodAutoscaler, 'spec'>): 'in-place' | 'by-eviction' {
  const mode = spec?.updatePolicy?.updateMode;
  return mode === 'InPlaceOrRecreate' || mode === 'InPlace' ? 'in-place' : 'by-eviction';
}
