import * as z from 'zod';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import type { FeatureEdit, VpaFeature } from '../feature';
import { withAnnotation } from '../with-annotation';
import { GROUPS_ANNOTATION } from './group-recommendations';
import { isLabelKey, MOST_GROUPS, SCOPE_ANNOTATION, scopeFaults, scopeOf, scopeStated } from './scope';

interface ScopeEdit {
  /** The label by which it tells nodes apart; null for none. */
  scope?: string | null;
}

const scopeEdit: FeatureEdit<ScopeEdit> = {
  shape: { scope: z.string().trim().min(1).max(320).nullable().optional() },
  /** In its spec if it is there, else in the annotation. */
  apply(vpa, { scope }) {
    if (scope === undefined) return vpa;
    if (scopeStated(vpa).inSpec !== undefined) {
      const { scope: _former, ...spec } = vpa.spec as VerticalPodAutoscaler['spec'] & { scope?: unknown };
      return { ...vpa, spec: scope === null ? spec : ({ ...spec, scope } as typeof spec) };
    }
    return withAnnotation(vpa, SCOPE_ANNOTATION, scope);
  },
  faults: (_vpa, { scope }) =>
    typeof scope === 'string' && !isLabelKey(scope)
      ? [{ field: 'scope', message: 'is not the key of a label, such as node.kubernetes.io/instance-type' }]
      : [],
  statements(before, after) {
    const [was, is] = [scopeOf(before), scopeOf(after)];
    if (was === is) return [];
    if (is === undefined) return ['All pods get one recommendation again, whatever their node.'];
    return [
      `Pods get a recommendation by the value of ${is} of their node: up to ${MOST_GROUPS} values each have their own.`,
      'Until a group has a day of samples, it gets at least what all nodes together would.',
    ];
  },
};

/** A recommendation for each group of nodes. */
export const nodeScope = {
  name: 'node-scope',
  annotation: {
    name: SCOPE_ANNOTATION,
    on: 'VPA',
    takes: 'the key of a label of nodes',
    says: 'Its pods get a recommendation by the value of this label of their node.',
    guide: 'scope.md',
  },
  notes: [
    {
      name: GROUPS_ANNOTATION,
      on: 'VPA',
      says: 'What is recommended for each group of nodes. The status has the largest.',
      guide: 'scope.md',
    },
  ],
  isPlannedBy: true,
  faults: scopeFaults,
  placeIn: (vpa) => (scopeStated(vpa).inSpec === undefined ? undefined : 'spec.scope'),
  edit: scopeEdit,
} as const satisfies VpaFeature;
