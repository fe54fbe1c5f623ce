import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import type { Amounts } from '../../model/units';
import { type CompiledVpa, compileRecommendation } from '../../policy/compiled-vpa';
import { updateModeOf } from '../../policy/controlling-vpa';
import { capRecommendation } from '../../policy/resource-plan';
import { isStopped, type StopState } from '../../policy/stop';
import type { VpaFault } from '../../policy/vpa-faults';
import { readVpa } from '../../policy/vpa-reading';
import { validateVpa } from '../../policy/vpa-validation';
import type { WorkloadInput } from '../../updater/plan/plan-input';
import { planWorkload } from '../../updater/plan/plan-workload';
import type { PolicyScope } from '../../updater/plan/policy';
import type { EffectView } from '../../updater/views';
import { policyStatements } from './statements';

export interface EffectSources {
  /** The VPA and its pods as the next pass would see them. */
  workload: WorkloadInput;
  scope: PolicyScope;
  stops: StopState;
  /** What the recommender of this process would recommend under another policy. */
  recommend?: (vpa: VerticalPodAutoscaler) => VerticalPodAutoscaler['status'];
}

const NOTHING: EffectView['before'] = { updateMode: 'Off', evict: 0, resize: 0, wait: 0, leave: 0 };

/**
 * What saving what `edited` makes of `before` would do, by the functions that will do it. Of a VPA that cannot be
 * read it says so.
 */
export function effectOf(
  before: VerticalPodAutoscaler,
  edited: () => VerticalPodAutoscaler,
  sources: EffectSources,
): EffectView {
  try {
    return effect(before, edited(), sources);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const errors = [{ field: 'spec', message: `cannot be read: ${message}` }];
    return { before: NOTHING, after: NOTHING, containers: [], statements: [], errors };
  }
}

function effect(
  before: VerticalPodAutoscaler,
  after: VerticalPodAutoscaler,
  sources: EffectSources,
): EffectView {
  const gates = gatesOf(sources.scope);
  const errors = validateVpa(after, { gates, create: false }).map(({ field, message }: VpaFault) => ({
    field,
    message,
  }));
  const now = summary(sources.workload, sources.scope, before);
  if (errors.length > 0) return { before: now, after: now, containers: [], statements: [], errors };
  const next = { ...after, status: sources.recommend?.(after) ?? uncapped(after) };
  const { compiled, fault } = readVpa(next);
  if (fault) {
    const error = { field: 'spec.resourcePolicy', message: fault.message };
    return { before: now, after: now, containers: [], statements: [], errors: [error] };
  }
  const then = summary({ ...sources.workload, vpa: compiled }, sources.scope, after);
  const containers = containersOf(sources.workload, compiled);
  const { namespace = '', name } = before.metadata;
  const isHeld = isStopped(sources.stops, namespace, name);
  return {
    before: now,
    after: then,
    containers,
    statements: [
      ...statements(now, then, containers, isHeld),
      ...policyStatements(before, after, sources.scope.cluster.settings),
    ],
    errors,
  };
}

/** The recommendation as it stood before the former policy capped it: the new one caps it anew. */
function uncapped({ status }: VerticalPodAutoscaler): VerticalPodAutoscaler['status'] {
  return {
    ...status,
    recommendation: {
      containerRecommendations: status?.recommendation?.containerRecommendations?.map((one) => ({
        ...one,
        target: one.uncappedTarget ?? one.target,
      })),
    },
  };
}

function gatesOf({ cluster }: PolicyScope) {
  const { featureCpuStartupBoost, featurePerVpaConfig, featureInPlace } = cluster.settings;
  return {
    cpuStartupBoost: featureCpuStartupBoost,
    perVpaConfig: featurePerVpaConfig,
    inPlace: featureInPlace,
  };
}

function summary(
  workload: WorkloadInput,
  scope: PolicyScope,
  vpa: VerticalPodAutoscaler,
): EffectView['before'] {
  const counts = { evict: 0, resize: 0, wait: 0, leave: 0 };
  for (const { decision } of planWorkload(workload, scope).plan.pods) counts[decision]++;
  return { updateMode: updateModeOf(vpa), ...counts };
}

function containersOf(workload: WorkloadInput, next: CompiledVpa): EffectView['containers'] {
  const [before, after] = [workload.vpa, next].map((vpa) => targets(vpa, workload));
  return [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort().map((container) => ({
    container,
    before: before?.get(container) ?? {},
    after: after?.get(container) ?? {},
  }));
}

function targets(vpa: CompiledVpa, { limits }: WorkloadInput): Map<string, Amounts> {
  const recommendation = vpa.recommendation ?? compileRecommendation(undefined);
  const found = new Map<string, Amounts>();
  if (!recommendation) return found;
  const names = [...recommendation.keys()];
  const containers = names.map((name) => ({ name, requests: {}, limits: {} }));
  capRecommendation(containers, vpa, recommendation, limits).forEach((own, index) => {
    if (own) found.set(names[index] ?? '', own.target);
  });
  return found;
}

function statements(
  before: EffectView['before'],
  after: EffectView['after'],
  containers: EffectView['containers'],
  isHeld: boolean,
): string[] {
  const said: string[] = [];
  const pods = (count: number) => (count === 1 ? '1 pod' : `${count} pods`);
  if (isHeld) said.push('A stop holds for this VPA: its mode stays Off, and this takes effect on resume.');
  if (before.updateMode !== after.updateMode)
    said.push(`The update mode changes from ${before.updateMode} to ${after.updateMode}.`);
  if (after.evict > 0) said.push(`The next pass evicts ${pods(after.evict)}.`);
  if (after.resize > 0) said.push(`The next pass resizes ${pods(after.resize)} in place.`);
  if (after.evict + after.resize === 0) said.push('The next pass changes no pod.');
  if (after.wait > 0) said.push(`${pods(after.wait)} would change but must wait.`);
  const changed = containers.filter(
    (one) => one.before.cpu !== one.after.cpu || one.before.memory !== one.after.memory,
  );
  if (changed.length > 0)
    said.push(`The target changes for ${changed.map((one) => one.container).join(', ')}.`);
  if (after.updateMode === 'Initial') said.push('Only pods created from now on get the recommendation.');
  if (after.updateMode === 'Off') said.push('Neither running nor new pods are changed.');
  return said;
}
