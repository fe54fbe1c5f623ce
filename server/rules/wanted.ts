import { statedParts } from '../decide/features/opting-in';
import { DEFAULT_UPDATE_POLICY } from '../decide/pods/vpa-defaults';
import type { VerticalScalingPolicy, VpaTemplate } from '../objects/plumbline-types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';

/** What a policy wants its VPAs to state, besides their target. */
export interface WantedVpa {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: Omit<VerticalPodAutoscaler['spec'], 'targetRef'>;
  /** All of it as text: equal texts want the same. */
  readonly text: string;
}

/** What the VPAs of a policy state: its template, and the parts that are annotations of a VPA. */
export function wantedBy({ template, ...spec }: VerticalScalingPolicy['spec']): WantedVpa {
  const { labels, annotations } = template?.metadata ?? {};
  const stated = statedParts(spec, stableText);
  return wantedFrom(
    { metadata: { labels, annotations: { ...annotations, ...stated } }, spec: template?.spec },
    spec.graduation ? { updateMode: 'Off' } : DEFAULT_UPDATE_POLICY,
  );
}

/** The same from a template; one without an update mode gets `usual`, as the API server would give it. */
export function wantedFrom(
  { metadata, spec }: VpaTemplate,
  usual: { updateMode?: NonNullable<VerticalPodAutoscaler['spec']['updatePolicy']>['updateMode'] },
): WantedVpa {
  const labels = { ...metadata?.labels };
  const annotations = { ...metadata?.annotations };
  const own = { ...spec, updatePolicy: { ...usual, ...spec?.updatePolicy } };
  return { labels, annotations, spec: own, text: stableText({ labels, annotations, spec: own }) };
}

/** JSON with the keys of every object in order. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
