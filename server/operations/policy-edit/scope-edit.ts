import { MOST_GROUPS } from '../../cluster/nodes-by-label';
import type { EffectView } from '../../contract/operations';
import type { PolicyEdit } from '../../contract/requests/policy-edit';
import { isLabelKey, SCOPE_ANNOTATION, scopeOf, scopeStated } from '../../features/node-scope/scope';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { withAnnotation } from './annotation';

/** The VPA with another label for telling nodes apart: in its spec if it is there, else in the annotation. */
export function withScope(vpa: VerticalPodAutoscaler, scope: PolicyEdit['scope']): VerticalPodAutoscaler {
  if (scope === undefined) return vpa;
  if (scopeStated(vpa).inSpec !== undefined) {
    const { scope: _former, ...spec } = vpa.spec as VerticalPodAutoscaler['spec'] & { scope?: unknown };
    return { ...vpa, spec: scope === null ? spec : ({ ...spec, scope } as typeof spec) };
  }
  return withAnnotation(vpa, SCOPE_ANNOTATION, scope);
}

/** What is wrong with the label that the edit asks for. */
export function scopeEditFaults({ scope }: Pick<PolicyEdit, 'scope'>): EffectView['errors'] {
  return typeof scope === 'string' && !isLabelKey(scope)
    ? [{ field: 'scope', message: 'is not the key of a label, such as node.kubernetes.io/instance-type' }]
    : [];
}

/** What changes with the label, a sentence each. */
export function scopeStatements(before: VerticalPodAutoscaler, after: VerticalPodAutoscaler): string[] {
  const [was, is] = [scopeOf(before), scopeOf(after)];
  if (was === is) return [];
  if (is === undefined) return ['All pods get one recommendation again, whatever their node.'];
  return [
    `Pods get a recommendation by the value of ${is} of their node: up to ${MOST_GROUPS} values each have their own.`,
    'Until a group has a day of samples, it gets at least what all nodes together would.',
  ];
}
