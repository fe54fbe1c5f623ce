import { KUBERNETES_VERSION } from '@/sandbox/api/version';
import type { Declared } from '@/sandbox/scenarios/scenario';
import { type CharacterText, describeCharacters, WORKLOAD_ANNOTATION } from '@/sandbox/workloads/character';
import type {
  Container,
  HorizontalPodAutoscaler,
  KubeObject,
  LabelSelector,
  MetricSpec,
  Node,
  PodSpec,
  ResourceRequirements,
} from '@/server/objects/types';
import type { ContainerResourcePolicy, UpdateMode, VerticalPodAutoscaler } from '@/server/objects/vpa-types';

const GIB = 2 ** 30;
/** What a kubelet reserves for the system: 100m CPU and 512 MiB. */
const RESERVED = { cpu: 0.1, memoryGib: 0.5 };

export function namespace(name: string): Declared {
  return { resource: 'namespaces', object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } } };
}

/** What kubelets of today declare. */
const DECLARED = ['InPlacePodLevelResourcesVerticalScaling', 'InPlacePodVerticalScalingInitContainers'];

/**
 * `count` ready nodes of one size, named node-0 and on from `first`.
 * @param kubelet an older version, such as v1.32.9, which declares nothing
 */
export function scenarioNodes(
  count: number,
  cpu: number,
  memoryGib: number,
  first = 0,
  kubelet?: string,
): Declared[] {
  return Array.from({ length: count }, (_, index) => ({
    resource: 'nodes',
    object: node(`node-${first + index}`, first + index, { cpu, memoryGib, kubelet }),
  }));
}

function node(
  name: string,
  index: number,
  { cpu, memoryGib, kubelet }: { cpu: number; memoryGib: number; kubelet?: string },
): Node {
  const size = (cores: number, gib: number) => ({
    cpu: cores === Math.trunc(cores) ? String(cores) : `${Math.round(cores * 1000)}m`,
    'ephemeral-storage': '100Gi',
    memory: `${Math.round((gib * GIB) / 1024)}Ki`,
    pods: '110',
  });
  const status = {
    capacity: size(cpu, memoryGib),
    allocatable: size(cpu - RESERVED.cpu, memoryGib - RESERVED.memoryGib),
    conditions: [
      calm('MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'),
      calm('DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
      calm('PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
      {
        type: 'Ready',
        status: 'True' as const,
        reason: 'KubeletReady',
        message: 'kubelet is posting ready status',
      },
    ],
    addresses: [
      { type: 'InternalIP', address: `10.0.${index >> 8}.${(index & 255) + 1}` },
      { type: 'Hostname', address: name },
    ],
    nodeInfo: {
      architecture: 'amd64',
      bootID: '',
      containerRuntimeVersion: 'sandbox://1.0.0',
      kernelVersion: '6.1.0',
      kubeProxyVersion: '',
      kubeletVersion: kubelet ?? KUBERNETES_VERSION.gitVersion,
      machineID: '',
      operatingSystem: 'linux',
      osImage: 'Plumbline sandbox',
      systemUUID: '',
    },
    ...(kubelet === undefined && { declaredFeatures: DECLARED }),
  };
  const labels = {
    'beta.kubernetes.io/arch': 'amd64',
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
  };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, spec: {}, status };
}

function calm(type: string, reason: string, message: string) {
  return { type, status: 'False' as const, reason, message };
}

/** A container in a scenario. */
interface ContainerDeclaration {
  readonly name?: string;
  readonly image?: string;
  /** "100m/128Mi": the CPU and memory requests; empty for none. */
  readonly requests?: string;
  readonly limits?: string;
  readonly does: CharacterText;
}

interface InitDeclaration extends ContainerDeclaration {
  readonly name: string;
  /** It keeps running beside the containers. */
  readonly isSidecar?: boolean;
}

interface WorkloadDeclaration {
  readonly name: string;
  readonly namespace: string;
  readonly replicas?: number;
  readonly containers: readonly ContainerDeclaration[];
  readonly init?: readonly InitDeclaration[];
  readonly labels?: Record<string, string>;
  /** What else its pods state. */
  readonly pod?: Partial<PodSpec>;
  /** Annotations of its pods. */
  readonly marks?: Record<string, string>;
}

function pair(text: string | undefined): Record<string, string> | undefined {
  if (!text) return undefined;
  const [cpu = '', memory = ''] = text.split('/');
  return { ...(cpu && { cpu }), ...(memory && { memory }) };
}

function container(plan: ContainerDeclaration, index: number): Container {
  const resources: ResourceRequirements = {};
  const requests = pair(plan.requests);
  const limits = pair(plan.limits);
  if (requests) resources.requests = requests;
  if (limits) resources.limits = limits;
  const name = plan.name ?? (index === 0 ? 'app' : `app-${index}`);
  return { name, image: plan.image ?? `registry.example/${name}:1.0`, resources };
}

/** The pod template of a workload; its annotation tells the kubelets how it behaves. */
export function template(plan: WorkloadDeclaration, restartPolicy?: 'Never' | 'OnFailure') {
  const { init = [] } = plan;
  const containers = plan.containers.map(container);
  const initContainers = init.map((one, index) => ({
    ...container(one, index),
    ...(one.isSidecar && { restartPolicy: 'Always' }),
  }));
  const all = [...plan.containers, ...init];
  const does = Object.fromEntries(
    [...containers, ...initContainers].flatMap(({ name }, index) => {
      const character = all[index]?.does;
      return character ? [[name, character]] : [];
    }),
  );
  return {
    metadata: {
      labels: { app: plan.name, ...plan.labels },
      annotations: { [WORKLOAD_ANNOTATION]: describeCharacters(does), ...plan.marks },
    },
    spec: {
      ...plan.pod,
      ...(init.length > 0 && { initContainers }),
      containers,
      ...(restartPolicy && { restartPolicy }),
    },
  };
}

function declare(
  resource: string,
  apiVersion: string,
  kind: string,
  plan: WorkloadDeclaration,
  spec: object,
): Declared {
  const metadata = { name: plan.name, namespace: plan.namespace, labels: { app: plan.name, ...plan.labels } };
  return { resource, object: { apiVersion, kind, metadata, spec } as KubeObject };
}

function selected(plan: WorkloadDeclaration): {
  selector: LabelSelector;
  template: ReturnType<typeof template>;
} {
  return { selector: { matchLabels: { app: plan.name } }, template: template(plan) };
}

export function deployment(plan: WorkloadDeclaration): Declared {
  const spec = { replicas: plan.replicas ?? 1, ...selected(plan) };
  return declare('deployments.apps', 'apps/v1', 'Deployment', plan, spec);
}

export function statefulSet(plan: WorkloadDeclaration): Declared {
  const spec = { replicas: plan.replicas ?? 1, serviceName: plan.name, ...selected(plan) };
  return declare('statefulsets.apps', 'apps/v1', 'StatefulSet', plan, spec);
}

export function daemonSet(plan: WorkloadDeclaration): Declared {
  return declare('daemonsets.apps', 'apps/v1', 'DaemonSet', plan, selected(plan));
}

export function cronJob(plan: WorkloadDeclaration, schedule: string): Declared {
  const jobTemplate = { spec: { template: template(plan, 'OnFailure') } };
  return declare('cronjobs.batch', 'batch/v1', 'CronJob', plan, { schedule, jobTemplate });
}

/** A Job of `parallelism` pods that fails with the first of them. */
export function job(plan: WorkloadDeclaration & { parallelism: number }): Declared {
  const { parallelism } = plan;
  const spec = { parallelism, completions: parallelism, backoffLimit: 0, template: template(plan, 'Never') };
  return declare('jobs.batch', 'batch/v1', 'Job', plan, spec);
}

interface VpaDeclaration {
  readonly name: string;
  readonly namespace: string;
  readonly mode: UpdateMode;
  readonly kind?: string;
  readonly apiVersion?: string;
  /** The target's name if it differs from the VPA's. */
  readonly target?: string;
  readonly minReplicas?: number;
  readonly policies?: ContainerResourcePolicy[];
  readonly annotations?: Record<string, string>;
}

export function vpa(plan: VpaDeclaration): Declared {
  const object: VerticalPodAutoscaler = {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: {
      name: plan.name,
      namespace: plan.namespace,
      ...(plan.annotations && { annotations: plan.annotations }),
    },
    spec: {
      targetRef: {
        apiVersion: plan.apiVersion ?? 'apps/v1',
        kind: plan.kind ?? 'Deployment',
        name: plan.target ?? plan.name,
      },
      updatePolicy: {
        updateMode: plan.mode,
        ...(plan.minReplicas !== undefined && { minReplicas: plan.minReplicas }),
      },
      ...(plan.policies && { resourcePolicy: { containerPolicies: plan.policies } }),
    },
  };
  return { resource: 'verticalpodautoscalers.autoscaling.k8s.io', object };
}

/** An HPA of the Deployment of its name. */
export function hpa(plan: {
  readonly name: string;
  readonly namespace: string;
  readonly min: number;
  readonly max: number;
  readonly metrics: MetricSpec[];
}): Declared {
  const { name, namespace: inNamespace, min, max, metrics } = plan;
  const object: HorizontalPodAutoscaler = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, namespace: inNamespace },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas: min,
      maxReplicas: max,
      metrics,
    },
  };
  return { resource: 'horizontalpodautoscalers.autoscaling', object };
}

export function budget(
  target: { name: string; namespace: string },
  bound: { minAvailable: number | string } | { maxUnavailable: number | string },
): Declared {
  const object = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: target.name, namespace: target.namespace },
    spec: { ...bound, selector: { matchLabels: { app: target.name } } },
  };
  return { resource: 'poddisruptionbudgets.policy', object };
}

export function limitRange(inNamespace: string, container: Record<string, Record<string, string>>): Declared {
  const metadata = { name: 'sizes', namespace: inNamespace };
  const spec = { limits: [{ type: 'Container', ...container }] };
  return {
    resource: 'limitranges',
    object: { apiVersion: 'v1', kind: 'LimitRange', metadata, spec } as KubeObject,
  };
}

export function resourceQuota(inNamespace: string, hard: Record<string, string>): Declared {
  const metadata = { name: 'budget', namespace: inNamespace };
  const object = { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard } };
  return { resource: 'resourcequotas', object };
}
