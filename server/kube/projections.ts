import { isJsonObject, type JsonObject } from '../objects/json-object';
import type {
  Container,
  ContainerStatus,
  ControllerRevision,
  FieldManager,
  HorizontalPodAutoscaler,
  KubeObject,
  ObjectMeta,
  Pod,
  PodSpec,
  Workload,
} from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import type { CachedKind, CachedKinds } from './cached-kinds';
import { PodNotes } from './pod-notes';
import type { Sharing } from './sharing';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

function leanMeta(meta: ObjectMeta): ObjectMeta {
  delete meta.managedFields;
  if (meta.annotations) delete meta.annotations[LAST_APPLIED];
  return meta;
}

/** Who wrote what part, and when. */
function leanManager({ manager, operation, subresource, time }: FieldManager): FieldManager {
  return { manager, operation, subresource, time };
}

function leanContainer({ name, image, resources, resizePolicy, restartPolicy }: Container): Container {
  return { name, image, resources, resizePolicy, restartPolicy };
}

function leanPodSpec(spec: PodSpec): PodSpec {
  return {
    containers: spec.containers.map(leanContainer),
    initContainers: spec.initContainers?.map(leanContainer),
    nodeName: spec.nodeName,
    restartPolicy: spec.restartPolicy,
    terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds,
    priority: spec.priority,
    priorityClassName: spec.priorityClassName,
    ...(spec.activeDeadlineSeconds !== undefined && { activeDeadlineSeconds: spec.activeDeadlineSeconds }),
    resources: spec.resources,
    overhead: spec.overhead,
    ...(spec.os && { os: spec.os }),
  };
}

/** Which nodes it may use. A daemon's pod is pinned to its node, which is not worth keeping. */
function keepNodeChoice(lean: PodSpec, { nodeSelector, affinity, tolerations }: PodSpec, sharing: Sharing) {
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const isPinned = required?.nodeSelectorTerms?.some(({ matchFields }) => matchFields?.length);
  if (nodeSelector) lean.nodeSelector = sharing.of(nodeSelector);
  if (required && !isPinned)
    lean.affinity = sharing.of({
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required },
    });
  if (tolerations) lean.tolerations = sharing.of(tolerations);
}

function leanStatus(status: ContainerStatus): ContainerStatus {
  const { name, ready, started, restartCount, image, state, lastState, resources, allocatedResources } =
    status;
  return {
    name,
    ready,
    started,
    restartCount,
    image,
    imageID: '',
    state,
    lastState,
    resources,
    allocatedResources,
  };
}

/** Of what others write on a pod, nothing here reads a long text. */
const LONGEST_FOREIGN = 2_048;
const OURS = /^(plumbline\.dev\/|vpa)/;
/** An annotation of ours in managed fields. */
const OWNED_OURS = /^f:plumbline\.dev\//;

function dropLongTexts(annotations: Record<string, string>): void {
  for (const [key, text] of Object.entries(annotations))
    if (text.length > LONGEST_FOREIGN && !OURS.test(key)) delete annotations[key];
}

function leanPod(whole: Pod, sharing: Sharing, notes: PodNotes): Pod {
  const pod = notes.on(whole);
  const { status } = pod;
  const resizers = pod.metadata.managedFields?.filter(({ subresource }) => subresource === 'resize');
  const metadata = leanMeta(pod.metadata);
  if (metadata.annotations) dropLongTexts(metadata.annotations);
  if (resizers?.length) metadata.managedFields = resizers.map(leanManager);
  if (metadata.labels) metadata.labels = sharing.of(metadata.labels);
  if (metadata.ownerReferences) metadata.ownerReferences = sharing.of(metadata.ownerReferences);
  const spec = leanPodSpec(pod.spec);
  keepNodeChoice(spec, pod.spec, sharing);
  spec.containers = sharing.of(spec.containers);
  if (spec.initContainers) spec.initContainers = sharing.of(spec.initContainers);
  return {
    apiVersion: pod.apiVersion,
    kind: pod.kind,
    metadata,
    spec,
    status: status && {
      phase: status.phase,
      reason: status.reason,
      message: status.message,
      startTime: status.startTime,
      conditions: status.conditions,
      containerStatuses: status.containerStatuses?.map(leanStatus),
      initContainerStatuses: status.initContainerStatuses?.map(leanStatus),
      qosClass: status.qosClass,
      observedGeneration: status.observedGeneration,
      ...(spec.resources && { allocatedResources: status.allocatedResources, resources: status.resources }),
    },
  };
}

/** What a pod takes of its node; undefined while it has none. */
function leastPod({ apiVersion, kind, metadata, spec, status }: Pod): Pod | undefined {
  if (!spec?.nodeName) return undefined;
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: {
      nodeName: spec.nodeName,
      containers: whatTheyRequest(spec.containers),
      initContainers: spec.initContainers && whatTheyRequest(spec.initContainers),
      ...(spec.resources && { resources: spec.resources }),
      ...(spec.overhead && { overhead: spec.overhead }),
    },
    status: status && { phase: status.phase },
  };
}

function whatTheyRequest(containers: readonly Container[]): Container[] {
  return containers.flatMap(({ name, restartPolicy, resources }) => {
    const { cpu, memory } = resources?.requests ?? {};
    if (cpu === undefined && memory === undefined) return [];
    const requests = { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) };
    return [{ name, restartPolicy, resources: { requests } }];
  });
}

function leanTemplate<T extends { spec: PodSpec }>(template: T): T {
  return { ...template, spec: leanPodSpec(template.spec) };
}

function leanWorkload(workload: Workload): Workload {
  const { template, jobTemplate, volumeClaimTemplates: _claims, ...spec } = workload.spec;
  return {
    ...workload,
    metadata: leanMeta(workload.metadata),
    spec: {
      ...spec,
      template: template && leanTemplate(template),
      jobTemplate: jobTemplate && {
        ...jobTemplate,
        spec: {
          parallelism: jobTemplate.spec.parallelism,
          template: leanTemplate(jobTemplate.spec.template),
        },
      },
    },
  };
}

/** Its data is a patch of its owner, of whatever kind: of that, the template. */
function leanRevision({ data, ...revision }: ControllerRevision): ControllerRevision {
  const template = data?.spec?.template;
  const isTemplate = Array.isArray(template?.spec?.containers);
  return {
    ...revision,
    metadata: leanMeta(revision.metadata),
    ...(template && isTemplate && { data: { spec: { template: leanTemplate(template) } } }),
  };
}

/** Of the managed fields, keeps who changed more than the status, and when, and `more` of each. */
function leanManaged<T extends KubeObject>(
  object: T,
  more: (manager: FieldManager) => Partial<FieldManager> = () => ({}),
): T {
  const managers = object.metadata.managedFields?.filter(({ subresource }) => !subresource);
  leanMeta(object.metadata);
  if (managers?.length)
    object.metadata.managedFields = managers.map((one) => ({
      manager: one.manager,
      operation: one.operation,
      time: one.time,
      ...more(one),
    }));
  return object;
}

/** The same, and which fields of the spec, and which of our annotations, each of them owns. */
function leanVpa(vpa: VerticalPodAutoscaler, sharing: Sharing): VerticalPodAutoscaler {
  return leanManaged(vpa, ({ fieldsV1 }) => ({ fieldsV1: sharing.of(decisiveFields(fieldsV1)) }));
}

function decisiveFields(fields: JsonObject = {}): JsonObject {
  const metadata = fields['f:metadata'];
  const annotations = isJsonObject(metadata) ? metadata['f:annotations'] : undefined;
  const ours = Object.entries(isJsonObject(annotations) ? annotations : {}).filter(([key]) =>
    OWNED_OURS.test(key),
  );
  return {
    ...(ours.length > 0 && { 'f:metadata': { 'f:annotations': Object.fromEntries(ours) } }),
    ...(isJsonObject(fields['f:spec']) && { 'f:spec': fields['f:spec'] }),
  };
}

/** Of the managed fields of an HPA, keeps who changed it, who wrote its status, and when. */
function leanHpa(hpa: HorizontalPodAutoscaler): HorizontalPodAutoscaler {
  const managers = hpa.metadata.managedFields;
  leanMeta(hpa.metadata);
  if (managers?.length) hpa.metadata.managedFields = managers.map(leanManager);
  return hpa;
}

function leanObject<T extends KubeObject>(object: T): T {
  leanMeta(object.metadata);
  return object;
}

const PROJECTIONS: {
  [K in CachedKind]?: (object: CachedKinds[K], sharing: Sharing, notes: PodNotes) => CachedKinds[K];
} = {
  pods: leanPod,
  vpas: leanVpa,
  changeApprovals: (one) => leanManaged(one),
  horizontalPodAutoscalers: leanHpa,
  deployments: leanWorkload,
  statefulSets: leanWorkload,
  daemonSets: leanWorkload,
  replicaSets: leanWorkload,
  controllerRevisions: leanRevision,
  jobs: leanWorkload,
  cronJobs: leanWorkload,
  replicationControllers: leanWorkload,
};

/** What a cache keeps of an object of this kind that is too large, or has no room: of pods, what their node must hold. */
export function leastOf<K extends CachedKind>(
  kind: K,
): ((object: CachedKinds[K]) => CachedKinds[K] | undefined) | undefined {
  const least: { [K in CachedKind]?: (object: CachedKinds[K]) => CachedKinds[K] | undefined } = {
    pods: leastPod,
  };
  return least[kind];
}

/**
 * What a cache keeps of each object of a kind: no managed fields except who changed a VPA, an HPA or an approval or resized a pod, and
 * of pods and workloads only what recommending, updating and showing need (no environment, volumes, probes, affinities
 * between pods or image ids).
 */
export function projectionOf<K extends CachedKind>(
  kind: K,
  sharing: Sharing,
  notes: PodNotes = new PodNotes(),
): (object: CachedKinds[K]) => CachedKinds[K] {
  const project = PROJECTIONS[kind];
  return project ? (object) => project(object, sharing, notes) : leanObject;
}
