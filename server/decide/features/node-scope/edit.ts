import * as z from 'zod';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import type { FeatureEdit } from '../feature';
import { withAnnotation } from '../with-annotation';
import { isLabelKey, MOST_GROUPS, SCOPE_ANNOTATION, scopeOf, scopeStated } from './scope';

export interface ScopeEdit {
  /** The label by which it tells nodes apart; null for none. */
  scope?: string | null;
}

export const scopeEdit: FeatureEdit<ScopeEdit> = {
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
