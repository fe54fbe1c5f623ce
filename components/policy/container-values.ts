import type { ContainerResourcePolicy } from '@/server/kube/vpa-types';
import { type BoostFields, boostFields, boostOf } from './boost-values';
import { type NumberField, numberOf } from './number-field';

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
  oomRatio: string;
  oomLeast: string;
  intervalSeconds: NumberField;
  intervals: NumberField;
  boost: BoostFields;
  /** The policy as it stood, so that fields the form does not show stay. */
  original: ContainerResourcePolicy;
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
    oomRatio: String(policy.oomBumpUpRatio ?? ''),
    oomLeast: String(policy.oomMinBumpUp ?? ''),
    intervalSeconds: policy.memoryAggregationIntervalSeconds ?? '',
    intervals: policy.memoryAggregationIntervalCount ?? '',
    boost: boostFields(policy.startupBoost),
    original: policy,
  };
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
    usual?: unknown,
  ) => {
    if (value === undefined || (value === usual && original[key] === undefined)) delete policy[key];
    else policy[key] = value;
  };
  set('mode', fields.mode, 'Auto');
  set('minAllowed', bound(original.minAllowed, fields.minCpu, fields.minMemory));
  set('maxAllowed', bound(original.maxAllowed, fields.maxCpu, fields.maxMemory));
  set('controlledValues', fields.limits, 'RequestsAndLimits');
  // A container left alone may not say that its limits follow.
  if (fields.mode === 'Off' && fields.limits === 'RequestsAndLimits') delete policy.controlledValues;
  if (fields.controlled !== controlledOf(original.controlledResources))
    policy.controlledResources = fields.controlled === 'both' ? ['cpu', 'memory'] : [fields.controlled];
  set('oomBumpUpRatio', fields.oomRatio.trim() || undefined);
  set('oomMinBumpUp', fields.oomLeast.trim() || undefined);
  set('memoryAggregationIntervalSeconds', numberOf(fields.intervalSeconds));
  set('memoryAggregationIntervalCount', numberOf(fields.intervals));
  set('startupBoost', boostOf(fields.boost, original.startupBoost));
  return policy;
}

/** How many of the rarer fields are in use. */
export function rareContainerFields({
  oomRatio,
  oomLeast,
  intervalSeconds,
  intervals,
  boost,
}: ContainerFields): number {
  const written = [oomRatio, oomLeast, intervalSeconds, intervals].filter((value) => value !== '').length;
  return written + (boost.kind === 'none' ? 0 : 1);
}
