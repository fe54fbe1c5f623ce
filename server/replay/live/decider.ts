import type { Config } from '@/server/config';
import { CALENDAR_ANNOTATION } from '@/server/decide/features/calendar/reading';
import { RECOMMENDER_ANNOTATION } from '@/server/decide/features/recommender/parameter-text';
import { EVERY_OTHER_CONTAINER } from '@/server/decide/pods/container-policy';
import { servingRecommender } from '@/server/decide/pods/serving-recommender';
import { ALL_GATES_ON } from '@/server/decide/pods/vpa-faults';
import { readVpa } from '@/server/decide/pods/vpa-reading';
import { validateVpa } from '@/server/decide/pods/vpa-validation';
import { toKubeTime } from '@/server/lib/time/clock';
import type { Pod } from '@/server/objects/types';
import { RESOURCES } from '@/server/objects/units';
import { type VerticalPodAutoscaler, VPA_GROUP } from '@/server/objects/vpa-types';
import type { DecidedTargets, Decider, KilledAt, PodAction } from '../engine/decider';
import { replicaSetOf } from '../engine/replay-pod';
import type { ReplayWorkload } from '../engine/workload';
import { admitted } from './admitting';
import { ReplayPlanning } from './planning';
import { ReplayRecommending } from './recommending';

export interface Policy {
  readonly spec: Omit<VerticalPodAutoscaler['spec'], 'targetRef' | 'recommenders'>;
  readonly recommender: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The VPA's own calendar; that of the settings if absent. */
  readonly calendar?: string;
  readonly config: Config;
}

/** Parameters of a recommender, or a policy, that cannot be used. */
export class PolicyFault extends Error {
  override readonly name = 'PolicyFault';
}

/** The live recommender, updater and admission for one workload. @throws PolicyFault */
export function deciderFor(workload: ReplayWorkload, policy: Policy): Decider {
  return new LiveDecider(workload, policy);
}

const NOTHING: readonly PodAction[] = [];

class LiveDecider implements Decider {
  private readonly recommending: ReplayRecommending;
  private readonly planning: ReplayPlanning;
  private readonly namespace: string;
  private readonly oomFromRequest: boolean;
  private pods: readonly Pod[] = [];
  private targets: DecidedTargets | undefined;
  private ref = { namespace: '', pod: '', container: '' };

  constructor(workload: ReplayWorkload, policy: Policy) {
    const { namespace, name, replicas, startMs } = workload;
    const { config } = policy;
    this.namespace = namespace;
    this.oomFromRequest = config.oomFromRequest;
    this.recommending = new ReplayRecommending(config, vpaFor(workload, policy), { app: name });
    const { uid, kind } = replicaSetOf(workload);
    this.planning = new ReplayPlanning(config, { uid, kind, name, configured: replicas }, startMs);
    const { vpa } = this.recommending;
    const { fault } = readVpa(vpa);
    const serving = servingRecommender(vpa, config);
    const faults = [
      ...(serving === policy.recommender ? [] : [notServed(policy.recommender)]),
      ...this.recommending.faults,
      ...validateVpa(vpa, { gates: ALL_GATES_ON, former: vpa }).map(
        ({ field, message }) => `${field}: ${message}`,
      ),
      ...(fault ? [fault.message] : []),
    ];
    if (faults.length > 0) throw new PolicyFault(faults.join('; '));
  }

  setPods(pods: readonly Pod[], nowMs: number): void {
    this.pods = pods;
    this.recommending.advanceTo(nowMs);
    this.recommending.setPods(pods);
  }

  cpuUsed(pod: string, container: string, atMs: number, millicores: number, samples: number): void {
    this.recommending.state.addCpuSample(this.refOf(pod, container), atMs, asMeasured(millicores), samples);
  }

  memoryUsed(pod: string, container: string, atMs: number, bytes: number): void {
    this.recommending.state.addMemorySample(this.refOf(pod, container), atMs, bytes);
  }

  oomKilled(pod: string, container: string, atMs: number, { requestBytes, limitBytes }: KilledAt): void {
    const bytes = this.oomFromRequest ? requestBytes : limitBytes || requestBytes;
    this.recommending.state.recordOom(this.refOf(pod, container), atMs, bytes);
  }

  crashed(pod: string, container: string, atMs: number): void {
    this.recommending.state.recordCrash(this.refOf(pod, container), atMs);
  }

  recommend(nowMs: number): DecidedTargets | undefined {
    const written = this.recommending.pass(nowMs);
    if (!written) return undefined;
    const former = this.targets;
    this.targets = new Map(written.map(({ container, target }) => [container, target]));
    return former && sameTargets(former, this.targets) ? undefined : this.targets;
  }

  plan(nowMs: number): readonly PodAction[] {
    const { compiled: vpa } = readVpa(this.recommending.vpa);
    const { sampledMs } = this.recommending;
    const acting = this.planning.pass(nowMs, { vpa, pods: this.pods, sampledMs });
    if (acting.length === 0) return NOTHING;
    return acting.map(({ decision, name, changes }) => ({
      kind: decision === 'evict' ? 'evict' : 'resize',
      pod: name,
      changes,
    }));
  }

  admit(pod: Pod): Pod {
    return admitted(pod, readVpa(this.recommending.vpa).compiled);
  }

  evicted(pod: Pod, nowMs: number): void {
    this.planning.evicted(pod, nowMs);
  }

  private refOf(pod: string, container: string) {
    if (this.ref.pod !== pod || this.ref.container !== container)
      this.ref = { namespace: this.namespace, pod, container };
    return this.ref;
  }
}

/** Whole millicores, rounded up as the metrics client of the reference does; not for what floats add to a number. */
function asMeasured(millicores: number): number {
  return Math.ceil(millicores * (1 - 1e-6));
}

function notServed(recommender: string): string {
  return `no recommender "${recommender}" serves under these settings: see PLUMBLINE_RECOMMENDERS and PLUMBLINE_RECOMMENDER_NAME`;
}

function sameTargets(a: DecidedTargets, b: DecidedTargets): boolean {
  if (a.size !== b.size) return false;
  for (const [container, { cpu, memory }] of a) {
    const other = b.get(container);
    if (other?.cpu !== cpu || other?.memory !== memory) return false;
  }
  return true;
}

type Spec = Pick<VerticalPodAutoscaler['spec'], 'resourcePolicy'>;

/** The policy without the resources of which the recording knows nothing. */
function onlyMeasured<S extends Spec>(spec: S, { containers }: ReplayWorkload): S {
  const measured = RESOURCES.filter((resource) =>
    containers.some(({ usage }) =>
      usage.some((own) => (resource === 'cpu' ? own.cpuMillicores : own.memoryBytes) !== undefined),
    ),
  );
  if (measured.length === RESOURCES.length) return spec;
  const policies = spec.resourcePolicy?.containerPolicies ?? [];
  const isWhole = policies.some(({ containerName }) => containerName === EVERY_OTHER_CONTAINER);
  const all = isWhole ? policies : [...policies, { containerName: EVERY_OTHER_CONTAINER }];
  return {
    ...spec,
    resourcePolicy: {
      containerPolicies: all.map((policy) => ({
        ...policy,
        controlledResources: measured.filter(
          (resource) => policy.controlledResources?.includes(resource) ?? true,
        ),
      })),
    },
  };
}

function vpaFor(
  workload: ReplayWorkload,
  { spec, recommender, parameters, calendar, config }: Policy,
): VerticalPodAutoscaler {
  const { namespace, name, startMs } = workload;
  const annotations = {
    ...(Object.keys(parameters).length > 0 && { [RECOMMENDER_ANNOTATION]: JSON.stringify(parameters) }),
    ...(calendar !== undefined && { [CALENDAR_ANNOTATION]: calendar }),
  };
  return {
    apiVersion: `${VPA_GROUP}/v1`,
    kind: 'VerticalPodAutoscaler',
    metadata: {
      namespace,
      name,
      uid: `vpa-${namespace}-${name}`,
      generation: 1,
      creationTimestamp: toKubeTime(startMs),
      annotations,
    },
    spec: {
      ...onlyMeasured(spec, workload),
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      recommenders: [{ name: recommender === 'default' ? config.recommenderName : recommender }],
    },
  };
}
