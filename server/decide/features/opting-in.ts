import type { PodUpdatePolicy, VerticalPodAutoscaler } from '../../objects/vpa-types';
import { DEFAULT_UPDATE_POLICY } from '../pods/vpa-defaults';
import type { StatedParts, ViewedFeature, VpaFeature } from './feature';
import { FEATURES } from './features';

const ALL: readonly VpaFeature[] = FEATURES;

const PLANNED_BY = ALL.flatMap(({ isPlannedBy, annotation }) =>
  isPlannedBy && annotation ? annotation.name : [],
);

/** Whether a plan finds the same in what two versions of a VPA opt into. */
export function optsInAlike(
  { metadata: a }: Pick<VerticalPodAutoscaler, 'metadata'>,
  { metadata: b }: Pick<VerticalPodAutoscaler, 'metadata'>,
): boolean {
  return PLANNED_BY.every((name) => a.annotations?.[name] === b.annotations?.[name]);
}

/** The update policy to add to a VPA; undefined if it has one. */
export function missingUpdatePolicy(vpa: VerticalPodAutoscaler): PodUpdatePolicy | undefined {
  if (vpa.spec.updatePolicy) return undefined;
  for (const { firstPolicy } of ALL) {
    const first = firstPolicy?.(vpa);
    if (first) return first;
  }
  return DEFAULT_UPDATE_POLICY;
}

/** The annotations that a VerticalScalingPolicy states for its VPAs. */
export function statedParts(parts: StatedParts, textOf: (part: object) => string): Record<string, string> {
  return Object.fromEntries(
    ALL.flatMap(({ annotation, ofPolicy }): [string, string][] => {
      const part = ofPolicy && parts[ofPolicy];
      return annotation && part !== undefined ? [[annotation.name, textOf(part)]] : [];
    }),
  );
}

type ViewOf<F> = F extends { view(...given: never[]): infer View } ? View : never;
type Both<U> = (U extends unknown ? (one: U) => void : never) extends (both: infer I) => void ? I : never;

/** What the page of a workload shows of all it may opt into. */
export type FeatureViews = Both<ViewOf<(typeof FEATURES)[number]>>;

export function featureViews(vpa: VerticalPodAutoscaler, seen: ViewedFeature): FeatureViews {
  return Object.assign({}, ...ALL.map(({ view }) => view?.(vpa, seen)));
}
