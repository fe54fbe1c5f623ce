import { isDeepStrictEqual } from 'node:util';
import type { PolicyEdit } from '../../contract/requests/policy-edit';
import { type RuleEdit, WRITTEN_PARTS, type WrittenExclusion } from '../../contract/requests/rule-edit';
import { parseStated } from '../../decide/pods/stated-yaml';
import { errorText, type FieldError } from '../../lib/report/errors';
import { isJsonObject, plain } from '../../objects/json-object';
import type { PolicyExclusion, VerticalScalingPolicy, VpaTemplate } from '../../objects/plumbline-types';
import { parseSelector, SelectorError } from '../../objects/selector';
import type { LabelSelector } from '../../objects/types';
import { type VerticalPodAutoscaler, VPA_GROUP } from '../../objects/vpa-types';
import { edited } from '../policy-edit/edit';

type Spec = VerticalScalingPolicy['spec'];

/** The spec after the edit, and which parts of the edit cannot be read. */
export function editedRule(spec: Spec | undefined, edit: RuleEdit): { spec: Spec; errors: FieldError[] } {
  const {
    name: _name,
    generation: _generation,
    everything: _everything,
    foresee: _foresee,
    template,
    ...changes
  } = edit;
  const errors: FieldError[] = [];
  const written = WRITTEN_PARTS.flatMap((part): [string, object | null][] => {
    const text = changes[part];
    if (text === undefined) return [];
    if (text === null) return [[part, null]];
    const value = objectIn(text);
    if (value) return [[part, value]];
    errors.push({ field: part, message: 'must be fields as YAML or JSON' });
    return [];
  });
  const selected = (field: string, text: string): LabelSelector | undefined => {
    try {
      return labelSelectorFrom(text);
    } catch (thrown) {
      errors.push({ field, message: errorText(thrown) });
      return undefined;
    }
  };
  const { precedence, kinds, namespaceSelector, workloadSelector, exclude } = changes;
  const next = {
    ...spec,
    ...(precedence !== undefined && { precedence }),
    ...(kinds !== undefined && { kinds }),
    ...selectorChange('namespaceSelector', namespaceSelector, selected),
    ...selectorChange('workloadSelector', workloadSelector, selected),
    ...(exclude !== undefined && {
      exclude:
        exclude && exclude.length > 0 ? exclude.map((one, index) => exclusion(one, index, selected)) : null,
    }),
    ...Object.fromEntries(written),
  };
  const kept = Object.entries(next).filter(([, value]) => value !== null && value !== undefined);
  return {
    spec: plain({
      ...Object.fromEntries(kept),
      template: template ? editedTemplate(spec?.template ?? {}, template) : (spec?.template ?? {}),
    }),
    errors,
  };
}

type Selecting = (field: string, text: string) => LabelSelector | undefined;

function selectorChange(
  field: 'namespaceSelector' | 'workloadSelector',
  text: string | null | undefined,
  selected: Selecting,
) {
  if (text === undefined) return {};
  return { [field]: text === null || text.trim() === '' ? null : selected(field, text) };
}

function exclusion(
  { selector, ...named }: WrittenExclusion,
  index: number,
  selected: Selecting,
): PolicyExclusion {
  const isStated = selector !== undefined && selector.trim() !== '';
  return { ...named, ...(isStated && { selector: selected(`exclude.${index}.selector`, selector) }) };
}

/** The object form of a selector. @throws SelectorError */
function labelSelectorFrom(text: string): LabelSelector {
  const matchLabels: Record<string, string> = {};
  const matchExpressions: NonNullable<LabelSelector['matchExpressions']> = [];
  for (const { key, operator, values } of parseSelector(text)) {
    const [only, ...others] = values;
    if (operator === 'GreaterThan' || operator === 'LessThan')
      throw new SelectorError(`Selector on "${key}": labels are compared for equality only`);
    if (operator === 'In' && only !== undefined && others.length === 0 && !(key in matchLabels))
      matchLabels[key] = only;
    else matchExpressions.push({ key, operator, ...(values.length > 0 && { values: [...values] }) });
  }
  return {
    ...(Object.keys(matchLabels).length > 0 && { matchLabels }),
    ...(matchExpressions.length > 0 && { matchExpressions }),
  };
}

/** The template of a policy as a VPA, which is edited and checked by the same functions as every VPA. */
export function vpaOfTemplate({ metadata, spec }: VpaTemplate, name = 'template'): VerticalPodAutoscaler {
  return {
    apiVersion: `${VPA_GROUP}/v1`,
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: '', ...metadata },
    spec: { ...spec, targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name } },
  };
}

function editedTemplate(template: VpaTemplate, edit: PolicyEdit): VpaTemplate {
  const { metadata, spec } = edited(vpaOfTemplate(template), edit);
  const { targetRef: _targetRef, ...own } = spec;
  const { annotations = {} } = metadata;
  const { annotations: _former, ...others } = template.metadata ?? {};
  const stated = Object.keys(annotations).length > 0 ? { ...others, annotations } : others;
  return {
    ...(Object.keys(stated).length > 0 && { metadata: stated }),
    ...(Object.keys(own).length > 0 && { spec: own }),
  };
}

export function isSameSpec(a: Spec, b: Spec): boolean {
  return isDeepStrictEqual(plain(a), plain(b));
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = parseStated(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
