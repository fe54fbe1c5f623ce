import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { statedIn } from '../pods/stated-text';
import type { Around, VpaFeature } from './feature';
import { FEATURES } from './features';

const ALL: readonly VpaFeature[] = FEATURES;

/** What `kubectl apply` should say of what a VPA opts into. */
export function featureWarnings(vpa: VerticalPodAutoscaler, around: Around): string[] {
  return ALL.flatMap((feature) => warningsOf(feature, vpa, around));
}

/** The same, of what differs from the VPA before a change of annotations. */
export function changedFeatureWarnings(
  vpa: VerticalPodAutoscaler,
  former: VerticalPodAutoscaler,
  around: Around,
): string[] {
  return ALL.filter(({ annotation }) => annotation && !isStatedAlike(annotation.name, vpa, former)).flatMap(
    (feature) => warningsOf(feature, vpa, around),
  );
}

/** What is wrong with what the VPAs of a policy opt into; what is a field of the policy begins with its name. */
export function templateWarnings(vpa: VerticalPodAutoscaler, nowMs: number): string[] {
  return ALL.flatMap(({ faults, ofPolicy }) =>
    (faults?.(vpa, { nowMs }) ?? []).map((fault) => (ofPolicy ? `${ofPolicy}: ${fault}` : fault)),
  );
}

function warningsOf(feature: VpaFeature, vpa: VerticalPodAutoscaler, around: Around): string[] {
  const { annotation, untilCorrected } = feature;
  const place = feature.placeIn?.(vpa) ?? `metadata.annotations[${annotation?.name}]`;
  const until = untilCorrected === undefined ? '' : `; until it is corrected, ${untilCorrected}`;
  return [
    ...(feature.advice?.(vpa, around) ?? []),
    ...(feature.faults?.(vpa, around) ?? []).map((fault) => `${place}: ${fault}${until}.`),
  ];
}

function isStatedAlike(name: string, a: VerticalPodAutoscaler, b: VerticalPodAutoscaler): boolean {
  return statedIn(a, name) === statedIn(b, name);
}
