import type { RecommendationOrigin } from '../contract/admission';
import { AppError } from '../errors';
import type { ForNewPods } from '../features/with-hpa/for-new-pods';
import { withGiven } from '../features/with-hpa/hpa-given';
import { isRecord } from '../json-record';
import { aboutVpa } from '../kube/object-fault';
import { sizedContainers } from '../kube/sized-containers';
import type { Pod, ResourceList } from '../kube/types';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '../kube/vpa-types';
import { isQuantity, resourceListFrom } from '../model/quantity';
import { capAnnotation } from '../policy/cap-reasons';
import { type CompiledVpa, compileVpa, type Recommendation } from '../policy/compiled-vpa';
import { contestedByHpas } from '../policy/hpa-claims';
import type { NamespaceLimits } from '../policy/limit-bounds';
import { withHeldAmounts } from '../policy/outcome/hold';
import { type PlanOptions, planResources } from '../policy/resource-plan';
import { statedAmounts } from './review/pod-amounts';
import type { PodController } from './review/pod-controller';
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
  /** Capped for the pod in the query; absent for a VPA. */
  containers?: ContainerAnswer[];
}

interface QueryGrounds {
  source: Pick<RecommendationSource, 'recommendationFor'>;
  plan: PlanOptions;
  pod(namespace: string, name: string): Promise<Pod | undefined>;
  vpa(namespace: string, name: string): VerticalPodAutoscaler | undefined;
  controllerOf(namespace: string, pod: Pod): PodController;
  controlling(controller: PodController): CompiledVpa | undefined;
  forPod(vpa: CompiledVpa, pod: Pod, controller: PodController): CompiledVpa;
  limits(namespace: string): NamespaceLimits;
  besideHpas(
    vpa: CompiledVpa,
    recommendation: Recommendation | undefined,
    controller: PodController,
  ): ForNewPods;
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
    return (await recommended(compileVpa(vpa), grounds)).answer;
  }
  const pod = query.kind === 'pod' ? query.pod : await grounds.pod(query.namespace, query.name);
  if (!pod)
    throw new AppError('not-found', `pod ${query.namespace}/${query.kind === 'pod-name' ? query.name : ''}`);
  const controller = grounds.controllerOf(query.namespace, pod);
  const controlling = grounds.controlling(controller);
  if (!controlling) throw new AppError('not-found', 'no VPA controls this pod');
  const vpa = grounds.forPod(controlling, pod, controller);
  const { answer, recommendation } = await recommended(vpa, grounds);
  return { ...answer, containers: containersOf(pod, { vpa, controller }, recommendation, grounds) };
}

async function recommended(
  vpa: CompiledVpa,
  { source }: QueryGrounds,
): Promise<{ answer: RecommendationAnswer; recommendation: Recommendation }> {
  const { namespace, name } = vpa;
  const { origin, recommendation: live } = await source.recommendationFor(vpa);
  const recommendation = withHeldAmounts(live, vpa.outcome?.held);
  if (!recommendation) throw new AppError('not-found', `nothing is recommended for ${namespace}/${name} yet`);
  const containerRecommendations = [...recommendation].map(([containerName, amounts]) => ({
    containerName,
    target: resourceListFrom(amounts.target),
    lowerBound: resourceListFrom(amounts.lowerBound),
    upperBound: resourceListFrom(amounts.upperBound),
  }));
  return {
    answer: { namespace, vpa: name, origin, recommendation: { containerRecommendations } },
    recommendation,
  };
}

function containersOf(
  pod: Pod,
  { vpa, controller }: { vpa: CompiledVpa; controller: PodController },
  recommendation: Recommendation,
  { limits, plan, besideHpas }: QueryGrounds,
): ContainerAnswer[] {
  const stated = sizedContainers(pod.spec, plan.withSidecars).map(statedAmounts);
  const { claims, given } = besideHpas(vpa, recommendation, controller);
  const options = { ...plan, contested: contestedByHpas(claims), scaled: 'controlled' } as const;
  return planResources(
    stated,
    { ...vpa, mode: 'Initial' },
    withGiven(recommendation, given),
    limits(vpa.namespace),
    options,
  ).map((container) => ({
    name: container.name,
    requests: resourceListFrom(container.requests),
    limits: resourceListFrom(container.limits),
    notes: container.notes.map(capAnnotation),
  }));
}

function asRecord(value: unknown, field: string): Record<string, unknown> {
  if (isRecord(value)) return value;
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
