import type { RuleEdit } from '@/server/contract/requests/rule-edit';
import type { ExclusionView, RuleDraftView } from '@/server/contract/rules';
import { type PolicyFields, policyEdit, policyFields } from '../policy/form-values';

/** What a policy takes if it names no kinds. */
export const USUAL_KINDS = ['Deployment', 'StatefulSet', 'DaemonSet'];
export const KINDS = [...USUAL_KINDS, 'CronJob', 'Job', 'ReplicaSet', 'ReplicationController'];

const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

export const NEW_EXCLUSION: ExclusionView = { namespaces: [], names: [], selector: '' };

/** A policy as form fields; what its VPAs say are the fields of a VPA. */
export interface RuleFormFields extends PolicyFields {
  name: string;
  precedence: number | string;
  /** Names of namespaces; empty for those of the selector below. */
  namespaces: string[];
  /** The other requirements on namespaces, as text. */
  namespaceSelector: string;
  workloadSelector: string;
  kinds: string[];
  exclude: ExclusionView[];
  approvals: string;
  graduation: string;
  /** Whether it may take every workload of every namespace. */
  everything: boolean;
}

/** The form when it opens. */
export function ruleFormFields(name: string, draft: RuleDraftView): RuleFormFields {
  const { spec, selection } = draft;
  const { updatePolicy, resourcePolicy, startupBoost } = spec.template?.spec ?? {};
  const mode = updatePolicy?.updateMode ?? (spec.graduation ? 'Off' : 'Recreate');
  const { calendar, approvals, graduation } = draft.written;
  return {
    ...policyFields(
      mode,
      { updatePolicy, resourcePolicy, startupBoost, recommender: draft.recommender },
      calendar,
    ),
    name,
    precedence: spec.precedence ?? 0,
    ...selection,
    kinds: spec.kinds ?? USUAL_KINDS,
    approvals,
    graduation,
    everything: false,
  };
}

/** The form of a new policy; it only recommends until somebody chooses more. */
export function newRuleFields(draft: RuleDraftView): RuleFormFields {
  return { ...ruleFormFields('', draft), updateMode: 'Off' };
}

/** The difference between the form when opened and now; undefined if there is none. */
export function ruleEdit(opened: RuleFormFields, now: RuleFormFields, isNew: boolean): RuleEdit | undefined {
  const { calendar: _calendar, ...template } = policyEdit(opened, now) ?? {};
  const edit: RuleEdit = {
    ...(Number(opened.precedence) !== Number(now.precedence) && {
      precedence: now.precedence === '' ? null : Number(now.precedence),
    }),
    ...textChange('namespaceSelector', namespaceText(opened), namespaceText(now)),
    ...textChange('workloadSelector', opened.workloadSelector.trim(), now.workloadSelector.trim()),
    ...(!isSame(opened.kinds, now.kinds) && { kinds: now.kinds.length > 0 ? now.kinds : null }),
    ...(!isSame(opened.exclude, now.exclude) && { exclude: now.exclude.map(written) }),
    ...textChange('calendar', opened.calendar, now.calendar),
    ...textChange('approvals', opened.approvals, now.approvals),
    ...textChange('graduation', opened.graduation, now.graduation),
    ...(Object.keys(template).length > 0 && { template }),
    ...(now.everything && { everything: true }),
  };
  if (!isNew) return Object.keys(edit).length > 0 ? edit : undefined;
  const name = now.name.trim();
  if (name === '' && Object.keys(edit).length === 0) return undefined;
  const { updateMode } = now;
  return {
    ...edit,
    name,
    template: { ...template, updateMode: updateMode as NonNullable<typeof template.updateMode> },
  };
}

/** The input for a field that the server names. */
export function ruleFieldPlace(field: string): string | undefined {
  if (OWN_PLACES.has(field)) return field;
  return /^exclude\.\d+\.(selector|names|namespaces)$/.test(field) ? field : undefined;
}

const OWN_PLACES = new Set([
  'name',
  'precedence',
  'namespaceSelector',
  'workloadSelector',
  'kinds',
  'calendar',
  'approvals',
  'graduation',
  'everything',
]);

function textChange(field: keyof RuleEdit, was: string, is: string): RuleEdit {
  if (was === is) return {};
  return { [field]: is.trim() === '' ? null : is };
}

function namespaceText({ namespaces, namespaceSelector }: RuleFormFields): string {
  const byName = namespaces.length > 0 ? [`${NAMESPACE_NAME} in (${namespaces.join(',')})`] : [];
  return [...byName, namespaceSelector.trim()].filter(Boolean).join(',');
}

function written({ namespaces, names, selector }: ExclusionView) {
  return {
    ...(namespaces.length > 0 && { namespaces }),
    ...(names.length > 0 && { names }),
    ...(selector.trim() !== '' && { selector: selector.trim() }),
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
