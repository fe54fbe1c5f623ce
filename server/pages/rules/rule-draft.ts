import type { RuleDraftView } from '../../contract/rules';
import { calendarTextView } from '../../decide/features/calendar/view';
import { usualPolicy } from '../../decide/pods/fields/usual';
import type { Runtime } from '../../host/runtime';
import { AppError } from '../../lib/report/errors';
import type { VerticalScalingPolicy } from '../../objects/plumbline-types';
import { formatSelector, type Selector, selectorFrom } from '../../objects/selector';
import { vpaOfTemplate } from '../../operations/rule/rule-edit';
import { recommenderChoice } from '../../recommender/views/recommender-choice';
import { yamlText } from '../../words/yaml';

/**
 * What a form begins with: a policy as people write it, or a new one if it has no name.
 * @throws AppError `not-found` if there is no such policy
 */
export function ruleDraft(
  { handles, config, clock }: Pick<Runtime, 'handles' | 'config' | 'clock'>,
  name: string | undefined,
): RuleDraftView {
  const policy = name === undefined ? undefined : handles.rules?.policy(name);
  const spec = name === undefined ? {} : policy?.spec;
  if (!spec) throw new AppError('not-found', `VerticalScalingPolicy ${name}`);
  const calendar = spec.calendar && JSON.stringify(spec.calendar);
  return {
    usual: usualPolicy(config),
    recommender: recommenderChoice(vpaOfTemplate(spec.template ?? {}), config),
    calendar: calendarTextView(calendar, config.calendar, clock.now()),
    written: {
      calendar: textOf(spec.calendar),
      approvals: textOf(spec.approvals),
      graduation: textOf(spec.graduation),
    },
    spec,
    ...(policy?.generation !== undefined && { generation: policy.generation }),
    selection: selectionOf(spec),
    yaml: name === undefined ? '' : yamlOf(spec),
  };
}

const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

function selectionOf({
  namespaceSelector,
  workloadSelector,
  exclude = [],
}: VerticalScalingPolicy['spec']): RuleDraftView['selection'] {
  return {
    ...namespacesOf(requirementsOf(namespaceSelector)),
    workloadSelector: formatSelector(requirementsOf(workloadSelector)),
    exclude: exclude.map(({ namespaces = [], names = [], selector }) => ({
      namespaces,
      names,
      selector: selector ? formatSelector(requirementsOf(selector)) : '',
    })),
  };
}

function namespacesOf(
  selector: Selector,
): Pick<RuleDraftView['selection'], 'namespaces' | 'namespaceSelector'> {
  const [only, ...others] = selector.filter(
    ({ key, operator }) => key === NAMESPACE_NAME && operator === 'In',
  );
  if (!only || others.length > 0) return { namespaces: [], namespaceSelector: formatSelector(selector) };
  const rest = selector.filter((one) => one !== only);
  return { namespaces: [...only.values], namespaceSelector: formatSelector(rest) };
}

/** None of what cannot be read, which the page says besides. */
function requirementsOf(selector: VerticalScalingPolicy['spec']['namespaceSelector']): Selector {
  try {
    return selectorFrom(selector ?? {});
  } catch {
    return [];
  }
}

function textOf(part: object | undefined): string {
  return part === undefined ? '' : yamlText(part);
}

function yamlOf({ onDelete: _onDelete, ...spec }: VerticalScalingPolicy['spec']): string {
  return yamlText({ spec });
}
