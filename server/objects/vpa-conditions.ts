import type { VpaCondition, VpaStatus } from './vpa-types';

export function trueCondition(status: VpaStatus | undefined, type: string): VpaCondition | undefined {
  return vpaConditions(status).find((condition) => condition.type === type && condition.status === 'True');
}

/** The conditions of a status; invalid ones are left out. */
export function vpaConditions(status: VpaStatus | undefined): VpaCondition[] {
  const stated: unknown = status?.conditions;
  return Array.isArray(stated) ? stated.filter((one) => typeof one === 'object' && one !== null) : [];
}

const LEAKING = 'Containers that leak memory: ';

/** Says which containers leak, for other processes and for people. */
export function leakCondition(containers: readonly string[]) {
  return {
    type: 'MemoryLeak',
    status: 'True',
    reason: 'RisesBetweenRestarts',
    message: `${LEAKING}${containers.join(', ')}`,
  } as const;
}

/** The containers that `leakCondition` names. */
export function leakingContainers(status: VpaStatus | undefined): string[] {
  const { message } = trueCondition(status, 'MemoryLeak') ?? {};
  return message?.startsWith(LEAKING) ? message.slice(LEAKING.length).split(', ') : [];
}

const IN_VAIN = 'Containers that more memory did not help: ';

/** Says which containers are held after many OOM kills, for other processes and for people. */
export function inVainCondition(containers: readonly string[]) {
  return {
    type: 'RaisedInVain',
    status: 'True',
    reason: 'KilledAfterEachRaise',
    message: `${IN_VAIN}${containers.join(', ')}`,
  } as const;
}

/** The containers that `inVainCondition` names. */
export function raisedInVainContainers(status: VpaStatus | undefined): string[] {
  const { message } = trueCondition(status, 'RaisedInVain') ?? {};
  return message?.startsWith(IN_VAIN) ? message.slice(IN_VAIN.length).split(', ') : [];
}

/** Conditions sorted by type, as all our writers keep them. */
export function byType(conditions: readonly VpaCondition[]): VpaCondition[] {
  return [...conditions].sort((a, b) => (a.type < b.type ? -1 : 1));
}
