import type { ContainerResourcePolicy, UpdateMode } from '@/server/kube/vpa-types';
import type { PolicyEdit } from '@/server/updater/handle';

/** The policy of one container as fields of a form; an empty text means not set. */
export interface ContainerFields {
  containerName: string;
  mode: 'Auto' | 'Off';
  minCpu: string;
  minMemory: string;
  maxCpu: string;
  maxMemory: string;
  controlled: 'both' | 'cpu' | 'memory';
  limits: 'RequestsAndLimits' | 'RequestsOnly';
  /** The policy as it stood, so that fields the form does not show stay. */
  original: ContainerResourcePolicy;
}

export interface PolicyFields {
  updateMode: string;
  containers: ContainerFields[];
}

function isPolicyHolder(policy: unknown): policy is { containerPolicies?: ContainerResourcePolicy[] } {
  return typeof policy === 'object' && policy !== null;
}

function controlledOf(resources: readonly string[] | undefined): ContainerFields['controlled'] {
  if (resources?.length === 1 && resources[0] === 'cpu') return 'cpu';
  if (resources?.length === 1 && resources[0] === 'memory') return 'memory';
  return 'both';
}

/** The fields of a container's policy; a new one when nothing but its name is given. */
export function containerFields(policy: ContainerResourcePolicy): ContainerFields {
  return {
    containerName: policy.containerName ?? '*',
    mode: policy.mode ?? 'Auto',
    minCpu: String(policy.minAllowed?.cpu ?? ''),
    minMemory: String(policy.minAllowed?.memory ?? ''),
    maxCpu: String(policy.maxAllowed?.cpu ?? ''),
    maxMemory: String(policy.maxAllowed?.memory ?? ''),
    controlled: controlledOf(policy.controlledResources),
    limits: policy.controlledValues ?? 'RequestsAndLimits',
    original: policy,
  };
}

/** The form as it opens: `resourcePolicy` is `spec.resourcePolicy` of the VPA. */
export function policyFields(updateMode: string, resourcePolicy: unknown): PolicyFields {
  const policies = isPolicyHolder(resourcePolicy) ? (resourcePolicy.containerPolicies ?? []) : [];
  return { updateMode, containers: policies.map(containerFields) };
}

function bound(
  original: ContainerResourcePolicy['minAllowed'],
  cpu: string,
  memory: string,
): ContainerResourcePolicy['minAllowed'] {
  const { cpu: _cpu, memory: _memory, ...others } = original ?? {};
  const list = {
    ...others,
    ...(cpu.trim() && { cpu: cpu.trim() }),
    ...(memory.trim() && { memory: memory.trim() }),
  };
  return Object.keys(list).length > 0 ? list : undefined;
}

/** The policy that a container's fields stand for. */
export function containerPolicy(fields: ContainerFields): ContainerResourcePolicy {
  const { original } = fields;
  const policy: ContainerResourcePolicy = { ...original, containerName: fields.containerName };
  const set = <Key extends keyof ContainerResourcePolicy>(
    key: Key,
    value: ContainerResourcePolicy[Key],
    usual: unknown,
  ) => {
    if (value === undefined || (value === usual && original[key] === undefined)) delete policy[key];
    else policy[key] = value;
  };
  set('mode', fields.mode, 'Auto');
  set('minAllowed', bound(original.minAllowed, fields.minCpu, fields.minMemory), undefined);
  set('maxAllowed', bound(original.maxAllowed, fields.maxCpu, fields.maxMemory), undefined);
  set('controlledValues', fields.limits, 'RequestsAndLimits');
  if (fields.controlled !== controlledOf(original.controlledResources))
    policy.controlledResources = fields.controlled === 'both' ? ['cpu', 'memory'] : [fields.controlled];
  return policy;
}

/** What differs between the form as opened and as it stands; undefined when nothing does. */
export function policyEdit(opened: PolicyFields, now: PolicyFields): PolicyEdit | undefined {
  const edit: PolicyEdit = {};
  if (now.updateMode !== opened.updateMode) edit.updateMode = now.updateMode as UpdateMode;
  const policies = now.containers.map(containerPolicy);
  if (JSON.stringify(policies) !== JSON.stringify(opened.containers.map(containerPolicy)))
    edit.containerPolicies = policies;
  return Object.keys(edit).length > 0 ? edit : undefined;
}

const FIELD_OF_PATH: Record<string, keyof ContainerFields> = {
  'minAllowed.cpu': 'minCpu',
  'minAllowed.memory': 'minMemory',
  'maxAllowed.cpu': 'maxCpu',
  'maxAllowed.memory': 'maxMemory',
  containerName: 'containerName',
  mode: 'mode',
};

/** The input a server's complaint is about, as the form library names it; undefined when it has none. */
export function inputOf(field: string): string | undefined {
  const found = /containerPolicies\[(\d+)\]\.?(.*)$/.exec(field);
  if (!found) return /updateMode$/.test(field) ? 'updateMode' : undefined;
  const input = FIELD_OF_PATH[found[2] ?? ''];
  return input && `containers.${found[1]}.${input}`;
}
