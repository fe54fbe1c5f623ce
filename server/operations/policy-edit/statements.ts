import type { Config } from '../../config';
import type {
  ContainerResourcePolicy,
  EvictionRequirement,
  StartupBoost,
  VerticalPodAutoscaler,
} from '../../kube/vpa-types';
import { EVERY_OTHER_CONTAINER } from '../../policy/container-policy';

/** What counts where a policy says nothing. */
export type StatementSettings = Pick<Config, 'minReplicas' | 'evictAfterOomThresholdMs'>;

/** What the parts of a policy that no count of pods shows will mean from now on: a sentence for each that changes. */
export function policyStatements(
  before: VerticalPodAutoscaler,
  after: VerticalPodAutoscaler,
  settings: StatementSettings,
): string[] {
  const [was, is] = [before.spec.updatePolicy ?? {}, after.spec.updatePolicy ?? {}];
  const said: string[] = [];
  if (was.minReplicas !== is.minReplicas)
    said.push(`No pod is evicted while fewer than ${is.minReplicas ?? settings.minReplicas} are live.`);
  if (differ(was.evictionRequirements, is.evictionRequirements))
    said.push(requirementWords(is.evictionRequirements ?? []));
  if (was.evictAfterOOMSeconds !== is.evictAfterOOMSeconds)
    said.push(
      `A container killed for memory within ${is.evictAfterOOMSeconds ?? settings.evictAfterOomThresholdMs / 1000} s of its start makes its pod a candidate.`,
    );
  if (differ(before.spec.startupBoost, after.spec.startupBoost))
    said.push(boostWords('New pods start', after.spec.startupBoost));
  return [...said, ...containerStatements(before, after)];
}

function differ(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}

function requirementWords(requirements: readonly EvictionRequirement[]): string {
  if (requirements.length === 0) return 'No eviction requirement holds a change back.';
  const each = requirements.map(({ resources, changeRequirement }) => {
    const names = resources.map((resource) => (resource === 'cpu' ? 'CPU' : resource)).join(' or ');
    return `its ${names} target is ${changeRequirement === 'TargetHigherThanRequests' ? 'above' : 'below'} the request`;
  });
  return `A pod is changed only when for one of its containers ${each.join(', and ')}.`;
}

function boostWords(who: string, boost: StartupBoost | undefined): string {
  const cpu = boost?.cpu;
  if (!cpu) return `${who} without more CPU.`;
  const more = cpu.type === 'Quantity' ? `${cpu.quantity} more CPU` : `${cpu.factor} times the CPU`;
  const until = cpu.durationSeconds ? `${cpu.durationSeconds} s after they are ready` : 'they are ready';
  return `${who} with ${more}, until ${until}.`;
}

function containerStatements(before: VerticalPodAutoscaler, after: VerticalPodAutoscaler): string[] {
  const was = policiesByName(before);
  const is = policiesByName(after);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) =>
    containerWords(
      name === EVERY_OTHER_CONTAINER ? 'every other container' : name,
      was.get(name) ?? {},
      is.get(name) ?? {},
    ),
  );
}

function policiesByName({ spec }: VerticalPodAutoscaler): Map<string, ContainerResourcePolicy> {
  const policies = spec.resourcePolicy?.containerPolicies ?? [];
  return new Map(policies.map((policy) => [policy.containerName ?? '', policy]));
}

function containerWords(name: string, was: ContainerResourcePolicy, is: ContainerResourcePolicy): string[] {
  const said: string[] = [];
  const say = (keys: readonly (keyof ContainerResourcePolicy)[], words: string) => {
    if (keys.some((key) => differ(was[key], is[key]))) said.push(words);
  };
  say(
    ['mode'],
    is.mode === 'Off'
      ? `Nothing is recommended for ${name}, and its requests stay.`
      : `Requests are recommended for ${name}.`,
  );
  say(
    ['controlledValues'],
    is.controlledValues === 'RequestsOnly'
      ? `Limits of ${name} stay as they are.`
      : `Limits of ${name} follow its requests.`,
  );
  say(
    ['oomBumpUpRatio', 'oomMinBumpUp'],
    `Killed for memory, ${name} is taken to need ${is.oomBumpUpRatio ?? 'the usual'} times what it used, and at least ${is.oomMinBumpUp ?? 'the usual amount'} more.`,
  );
  say(
    ['memoryAggregationIntervalSeconds', 'memoryAggregationIntervalCount'],
    `Memory of ${name} is learned from the peaks of ${is.memoryAggregationIntervalCount ?? 'the usual number of'} intervals of ${is.memoryAggregationIntervalSeconds === undefined ? 'the usual length' : `${is.memoryAggregationIntervalSeconds} s`}.`,
  );
  say(
    ['startupBoost'],
    is.startupBoost
      ? boostWords(`New pods start ${name}`, is.startupBoost)
      : `For ${name} the startup boost of the whole VPA holds, if there is one.`,
  );
  return said;
}
