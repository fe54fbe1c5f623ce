import { isDeepStrictEqual } from 'node:util';
import { toKubeTime } from '../lib/time/clock';
import { plain } from '../objects/json-object';
import type { VerticalScalingPolicy } from '../objects/plumbline-types';
import type { Condition } from '../objects/types';
import { countOf } from '../words/counts';
import type { Rule } from './rule';
import type { JudgedWorkload } from './rules-index';
import type { RuleTally } from './tally';

/** The status lists so many by name, and so many fields of each. */
export const MOST_LISTED = 20;
const LONGEST_MESSAGE = 1_000;

type Status = NonNullable<VerticalScalingPolicy['status']>;

export interface StatusInput {
  readonly policy: Rule;
  readonly object: VerticalScalingPolicy;
  readonly tally: RuleTally | undefined;
  readonly nowMs: number;
  placeOf(key: string): JudgedWorkload | undefined;
}

/** What the status of a policy should say; conditions that stay keep their time. */
export function ruleStatus(input: StatusInput): Status {
  const { policy, object, tally } = input;
  return {
    ...(object.metadata.generation !== undefined && { observedGeneration: object.metadata.generation }),
    workloads: tally?.workloads.size ?? 0,
    vpas: tally?.vpas.size ?? 0,
    conflictCount: tally?.conflicts.size ?? 0,
    conflicts: listed(tally?.conflicts, (key, { reason, with: other }) => {
      const workload = input.placeOf(key)?.workload;
      return workload && { ...named(workload), reason, with: other.slice(0, LONGEST_MESSAGE) };
    }),
    editedCount: tally?.edited.size ?? 0,
    edited: listed(tally?.edited, (key, fields) => {
      const own = input.placeOf(key)?.verdict.own?.metadata;
      return own && { namespace: own.namespace ?? '', name: own.name, fields: fields.slice(0, MOST_LISTED) };
    }),
    conditions: ruleConditions(policy, tally).map((condition) => dated(condition, object, input.nowMs)),
  };
}

export function isWritten(object: VerticalScalingPolicy, status: Status): boolean {
  return isDeepStrictEqual(plain(object.status ?? {}), plain(status));
}

export function named({ namespace, kindName, name }: { namespace: string; kindName: string; name: string }) {
  return { namespace, kind: kindName, name };
}

function listed<V, R>(
  all: ReadonlyMap<string, V> | undefined,
  entry: (key: string, value: V) => R | undefined,
): R[] {
  if (!all || all.size === 0) return [];
  const keys = [...all.keys()].sort().slice(0, MOST_LISTED);
  return keys.flatMap((key) => {
    const value = all.get(key);
    return (value !== undefined && entry(key, value)) || [];
  });
}

type Undated = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

/** Its conditions, `Ready` first. */
export function ruleConditions(policy: Rule, tally: RuleTally | undefined): Undated[] {
  const { faults, warnings, kindFaults, matchesEverything, unusable } = policy;
  return [
    readiness(policy, tally),
    is('TemplateInvalid', faults.length > 0, 'NoValidVpa', 'Valid', faults.join('; ')),
    is(
      'MatchesEverything',
      matchesEverything && unusable === undefined,
      'NoSelector',
      'Selective',
      'It has no selector and no exclusion, so it takes every workload of every namespace, those of Kubernetes itself included',
    ),
    is('KindUnusable', kindFaults.length > 0, 'NotFollowed', 'Valid', kindFaults.join('; ')),
    is('PartInvalid', warnings.length > 0, 'ReadSafely', 'Valid', warnings.join('; ')),
  ];
}

function is(type: string, holds: boolean, reason: string, otherwise: string, message: string): Undated {
  return holds
    ? { type, status: 'True', reason, message: message.slice(0, LONGEST_MESSAGE) }
    : { type, status: 'False', reason: otherwise, message: '' };
}

function readiness({ name, unusable, faults, deleted }: Rule, tally: RuleTally | undefined): Undated {
  const [workloads, vpas] = [tally?.workloads.size ?? 0, tally?.vpas.size ?? 0];
  const not = (reason: string, message: string): Undated => ({
    type: 'Ready',
    status: 'False',
    reason,
    message: message.slice(0, LONGEST_MESSAGE),
  });
  if (deleted === 'undecided' && vpas > 0) return not('AwaitsDecision', decisionAsked(name, vpas));
  if (deleted) return not('Deleting', `${countOf(vpas, 'VPA')} left`);
  if (unusable !== undefined) return not('SelectorInvalid', unusable);
  if (faults.length > 0) return not('TemplateInvalid', faults.join('; '));
  const found = `${countOf(workloads, 'workload')}, ${countOf(vpas, 'VPA')}`;
  const pending = tally?.pending.size ?? 0;
  if (pending > 0) return not('Progressing', `${found}, ${pending.toLocaleString('en')} to do`);
  const conflicts = tally?.conflicts.size ?? 0;
  const reason = conflicts > 0 ? 'Conflicts' : 'UpToDate';
  const also = conflicts > 0 ? `, ${countOf(conflicts, 'conflict')}` : '';
  return { type: 'Ready', status: 'True', reason, message: `${found}${also}` };
}

/** What to type so that a deleted policy goes. */
export function decisionAsked(name: string, vpas: number): string {
  const patch = `'{"spec":{"onDelete":"Keep"}}'`;
  return `Say what becomes of its ${countOf(vpas, 'VPA')}: kubectl patch vsp ${name} --type merge -p ${patch} leaves them to you, "Remove" deletes them`;
}

function dated(condition: Undated, { status, metadata }: VerticalScalingPolicy, nowMs: number): Condition {
  const former = status?.conditions?.find(({ type }) => type === condition.type);
  const isSame = former?.status === condition.status && former.lastTransitionTime !== undefined;
  return {
    ...condition,
    lastTransitionTime: isSame ? former.lastTransitionTime : toKubeTime(nowMs),
    ...(metadata.generation !== undefined && { observedGeneration: metadata.generation }),
  };
}
