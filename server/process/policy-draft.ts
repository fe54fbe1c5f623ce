import { stringify } from 'yaml';
import { AppError } from '../errors';
import type { VerticalScalingPolicy } from '../kube/plumbline-types';
import { vpaOfTemplate } from '../operations/scaling-policy/scaling-policy-edit';
import { calendarTextView } from '../policy/calendar/view';
import { usualPolicy } from '../policy/fields/usual';
import { recommenderChoice } from '../recommender/views/recommender-choice';
import type { PolicyDraftView } from './pages/views';
import type { Runtime } from './runtime';

/**
 * What a form begins with: a policy as people write it, or a new one if it has no name.
 * @throws AppError `not-found` if there is no such policy
 */
export function policyDraft(
  { handles, config, clock }: Pick<Runtime, 'handles' | 'config' | 'clock'>,
  name: string | undefined,
): PolicyDraftView {
  const spec = name === undefined ? {} : handles.fleet?.policy(name)?.spec;
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
    yaml: name === undefined ? '' : yamlOf(spec),
  };
}

function textOf(part: object | undefined): string {
  return part === undefined ? '' : stringify(part);
}

function yamlOf({ onDelete: _onDelete, ...spec }: VerticalScalingPolicy['spec']): string {
  return stringify({ spec });
}
