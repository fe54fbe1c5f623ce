import type { PatchedPod } from '../decide/new/decide';
import type { LeftAsStated } from '../decide/new/left-as-stated';
import { decideNewPod, groundsIn, type NewPod, type NewPodWorld } from '../decide/new/new-pod';
import { type PodController, workloadOf } from '../decide/new/pod-controller';
import type { ReviewWorld } from '../decide/new/review-world';
import type { RecommendationOrigin } from '../decide/new/sourced-recommendation';
import { capAnnotation } from '../decide/pods/cap-reasons';
import { type CompiledVpa, compileVpa } from '../decide/pods/compiled-vpa';
import { sampledFor } from '../decide/pods/early-lowering';
import { type ContainerInUse, inUseList } from '../decide/pods/in-use';
import { withHeldAmounts } from '../decide/pods/outcome/hold';
import type { Recommendation } from '../decide/pods/recommendation';
import type { PlanOptions } from '../decide/pods/resource-plan';
import { AppError } from '../lib/report/errors';
import { isJsonObject } from '../objects/json-object';
import { isQuantity, resourceListFrom } from '../objects/quantity';
import type { Pod, ResourceList } from '../objects/types';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '../objects/vpa-types';
import { unchangedSentence } from '../words/admission';
import { aboutVpa } from '../words/object-fault';
import type { RecommendationSource } from './watch/recommendation-source';

/** What to recommend for: a pod as an object, a pod by name, or a VPA by name. */
export type RecommendationQuery =
  | { kind: 'pod'; namespace: string; pod: Pod }
  | { kind: 'pod-name'; namespace: string; name: string }
  | { kind: 'vpa'; namespace: string; name: string };

/** What one container should request and be limited to. */
interface ContainerAnswer {
  name: string;
  requests: ResourceList;
  limits: ResourceList;
  /** Why it differs from the recommendation, in the words of the `vpaUpdates` annotation. */
  notes: string[];
}

export interface RecommendationAnswer {
  namespace: string;
  vpa: string;
  origin: RecommendationOrigin;
  /** As recommended, before it is capped for a pod. */
  recommendation: RecommendedPodResources;
  /** What the pods of the VPA's target are seen to use now, the most of any; absent if nobody knows. */
  inUse?: ContainerInUse[];
  /** The longest history behind it, in milliseconds, from first to last sample of a container; absent if nobody knows. */
  historyMs?: number;
  /** What the pod in the query gets, container by container, and as a whole if it is sized so; absent for a VPA. */
  containers?: ContainerAnswer[];
  left?: LeftAsStated[];
  withheld?: string;
}

interface QueryGrounds {
  source: Pick<RecommendationSource, 'recommendationFor'>;
  plan: PlanOptions;
  world: Pick<ReviewWorld, 'controllerOf' | 'forPod' | keyof NewPodWorld>;
  nowMs(): number;
  /** Milliseconds of history before anything is lowered. */
  leastHistoryToLowerMs: number;
  pod(namespace: string, name: string): Promise<Pod | undefined>;
  vpa(namespace: string, name: string): VerticalPodAutoscaler | undefined;
  controlling(controller: PodController): CompiledVpa | undefined;
}

/**
 * Parses the body of a query: `{pod: {...}}`, `{pod: {metadata: {namespace, name}}}` for an existing pod, or
 * `{vpa: {namespace, name}}`.
 * @throws AppError `invalid` naming the field
 */
export function readQuery(body: unknown): RecommendationQuery {
  const { pod, vpa } = asRecord(body, '');
  if (vpa !== undefined) {
    const { namespace, name } = asRecord(vpa, 'vpa');
    return { kind: 'vpa', namespace: asText(namespace, 'vpa.namespace'), name: asText(name, 'vpa.name') };
  }
  const given = asRecord(pod, 'pod');
  const metadata = asRecord(given.metadata, 'pod.metadata');
  const namespace = asText(metadata.namespace, 'pod.metadata.namespace');
  if (given.spec === undefined)
    return { kind: 'pod-name', namespace, name: asText(metadata.name, 'pod.metadata.name') };
  eachOf(metadata.ownerReferences ?? [], 'pod.metadata.ownerReferences', asRecord);
  eachOf(asRecord(given.spec, 'pod.spec').containers, 'pod.spec.containers', (container, field) => {
    const { name, resources } = asRecord(container, field);
    asText(name, `${field}.name`);
    checkAmounts(resources, `${field}.resources`);
  });
  return { kind: 'pod', namespace, pod: given as unknown as Pod };
}

/**
 * The current recommendation.
 * @throws AppError `not-found` if there is no such pod or VPA, or nothing is recommended
 */
export async function answerQuery(
  query: RecommendationQuery,
  grounds: QueryGrounds,
): Promise<RecommendationAnswer> {
  if (query.kind === 'vpa') {
    const vpa = grounds.vpa(query.namespace, query.name);
    if (!vpa) throw new AppError('not-found', aboutVpa(query));
    const compiled = compileVpa(vpa);
    const { origin, recommendation, inUse, historyMs } = await grounds.source.recommendationFor(compiled);
    const used = inUseList(inUse);
    return {
      namespace: compiled.namespace,
      vpa: compiled.name,
      origin,
      recommendation: asAnswered(compiled, withHeldAmounts(recommendation, compiled.outcome?.held)),
      ...(used && { inUse: used }),
      ...(historyMs !== undefined && { historyMs }),
    };
  }
  const pod = query.kind === 'pod' ? query.pod : await grounds.pod(query.namespace, query.name);
  if (!pod)
    throw new AppError('not-found', `pod ${query.namespace}/${query.kind === 'pod-name' ? query.name : ''}`);
  const found = await wouldGet(query.namespace, pod, grounds, true);
  if (found.kind === 'no-vpa') throw new AppError('not-found', 'no VPA controls this pod');
  const { vpa, origin, newPod } = found;
  const recommendation = asAnswered(vpa, newPod.wanted);
  return { namespace: vpa.namespace, vpa: vpa.name, origin, recommendation, ...answered(newPod) };
}

/** What a pod gets if it is made anew, and from which VPA. */
export type WouldGet =
  | { readonly kind: 'no-vpa' }
  | {
      readonly kind: 'from-vpa';
      readonly vpa: CompiledVpa;
      readonly origin: RecommendationOrigin;
      readonly newPod: NewPod;
    };

/**
 * What admission gives a pod like this one if it is made anew.
 * @param ifItActed of a VPA that is off, what it would give if it acted
 */
export async function wouldGet(
  namespace: string,
  pod: Pod,
  { source, world, plan, nowMs, leastHistoryToLowerMs, controlling }: Omit<QueryGrounds, 'pod' | 'vpa'>,
  ifItActed = false,
): Promise<WouldGet> {
  const controller = world.controllerOf(namespace, pod);
  const strongest = controlling(controller);
  if (!strongest) return { kind: 'no-vpa' };
  const vpa = world.forPod(strongest, pod, controller);
  const { origin, recommendation, inUse, historyMs } = await source.recommendationFor(
    vpa,
    workloadOf(vpa, controller),
  );
  const acting: CompiledVpa = ifItActed && vpa.mode === 'Off' ? { ...vpa, mode: 'Initial' } : vpa;
  const grounds = groundsIn(world, { namespace, pod, vpa: acting, controller }, nowMs(), {
    recommended: recommendation,
    inUse,
    sampled: sampledFor(vpa.vpa, historyMs, { nowMs: nowMs(), neededMs: leastHistoryToLowerMs }),
    options: plan,
    // What an earlier patch says of this pod says nothing of one made anew.
    markIsCopied: true,
  });
  const newPod = decideNewPod(pod, grounds);
  return { kind: 'from-vpa', vpa, origin, newPod };
}

/** @throws AppError `not-found` if nothing is recommended */
function asAnswered(
  { namespace, name }: CompiledVpa,
  recommendation: Recommendation | undefined,
): RecommendedPodResources {
  if (!recommendation) throw new AppError('not-found', `nothing is recommended for ${namespace}/${name} yet`);
  return {
    containerRecommendations: [...recommendation].map(([containerName, amounts]) => ({
      containerName,
      target: resourceListFrom(amounts.target),
      lowerBound: resourceListFrom(amounts.lowerBound),
      upperBound: resourceListFrom(amounts.upperBound),
    })),
  };
}

function answered({
  decision,
  left,
}: NewPod): Pick<RecommendationAnswer, 'containers' | 'left' | 'withheld'> {
  if (decision.kind === 'patched') return { containers: containersOf(decision), left: left() };
  return { containers: [], left: [], withheld: decision.detail ?? unchangedSentence(decision.reason) };
}

function containersOf({ plans }: Pick<PatchedPod, 'plans'>): ContainerAnswer[] {
  return plans.map(({ name, requests, limits, notes }) => ({
    name,
    requests: resourceListFrom(requests),
    limits: resourceListFrom(limits),
    notes: notes.map(capAnnotation),
  }));
}

function asRecord(value: unknown, field: string): Record<string, unknown> {
  if (isJsonObject(value)) return value;
  const isWhole = field === '' || field === 'pod';
  const wanted = isWhole ? ': {"pod": {…}} or {"vpa": {"namespace": …, "name": …}} in the body' : '';
  throw invalid(field || 'body', `must be an object${wanted}`);
}

function eachOf(value: unknown, field: string, check: (item: unknown, field: string) => void): void {
  if (!Array.isArray(value)) throw invalid(field, 'must be a list');
  for (const [index, item] of value.entries()) check(item, `${field}[${index}]`);
}

function checkAmounts(value: unknown, field: string): void {
  if (value === undefined || value === null) return;
  const resources = asRecord(value, field);
  for (const part of ['requests', 'limits']) {
    const amounts = resources[part];
    if (amounts === undefined || amounts === null) continue;
    for (const [resource, amount] of Object.entries(asRecord(amounts, `${field}.${part}`)))
      if (!isQuantity(amount))
        throw invalid(`${field}.${part}.${resource}`, 'must be a quantity, such as 250m or 128Mi');
  }
}

function asText(value: unknown, field: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(field, 'is required');
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid', `${field} ${message}`, [{ field, message }]);
}
