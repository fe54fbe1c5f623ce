import type { Registry, VirtualResource } from '@/sandbox/api/registry';
import { type Kubelets, MEASURE_MS } from '@/sandbox/kubelet/kubelets';
import type { ContainerRun, PodRun } from '@/sandbox/kubelet/pod-run';
import { usageOf } from '@/sandbox/kubelet/pod-run';
import type { Clock } from '@/server/lib/time/clock';
import { toKubeTime } from '@/server/lib/time/clock';
import type { KubeObject, Node, Pod, PodMetrics } from '@/server/objects/types';

/** The window of one sample, as metrics-server reports it with its default resolution. */
const WINDOW_MS = MEASURE_MS;
const GROUP = 'metrics.k8s.io';
const API_VERSION = `${GROUP}/v1beta1`;
const POINTS = 3;

export interface NodeMetrics extends KubeObject {
  timestamp: string;
  window: string;
  usage: { cpu: string; memory: string };
}

/**
 * Average CPU in nanocores over the window before `atMs`, memory in bytes at its end; undefined if the pod is
 * too young.
 */
function sampleOf(
  container: ContainerRun,
  atMs: number,
): { cpuNanocores: number; memoryBytes: number } | undefined {
  const { phase } = container;
  if (phase.kind !== 'running' || phase.startedAtMs > atMs - WINDOW_MS) return undefined;
  let millicores = 0;
  for (let point = 0; point < POINTS; point++) {
    millicores += usageOf(container, atMs - (point * WINDOW_MS) / POINTS)?.cpuMillicores ?? 0;
  }
  const memoryBytes = usageOf(container, atMs)?.memoryBytes ?? 0;
  return { cpuNanocores: Math.round((millicores / POINTS) * 1e6), memoryBytes: Math.round(memoryBytes) };
}

/** The latest end of a window: different reads within one window give the same metrics. */
function scrapedAtMs(clock: Clock): number {
  return Math.floor(clock.now() / WINDOW_MS) * WINDOW_MS;
}

/** metrics.k8s.io for pods: a pod appears once all its running containers have been measured. */
export function podMetricsResource(
  registry: Registry,
  clock: Clock,
  kubelets: Kubelets,
): VirtualResource<PodMetrics> {
  const of = (run: PodRun | undefined): PodMetrics | undefined => run && podMetrics(run, scrapedAtMs(clock));
  return {
    group: GROUP,
    version: 'v1beta1',
    plural: 'pods',
    singular: '',
    kind: 'PodMetrics',
    namespaced: true,
    *list(namespace) {
      for (const pod of registry.list<Pod>('pods', namespace)) {
        const metrics = of(kubelets.runOf(pod));
        if (metrics) yield metrics;
      }
    },
    get(namespace, name) {
      const pod = registry.get<Pod>('pods', namespace, name);
      return pod && of(kubelets.runOf(pod));
    },
  };
}

export function podMetrics(run: PodRun, atMs: number): PodMetrics | undefined {
  const containers: PodMetrics['containers'] = [];
  for (const container of run.containers) {
    if (container.role === 'init' || container.phase.kind !== 'running') continue;
    const sample = sampleOf(container, atMs);
    if (!sample) return undefined;
    containers.push({ name: container.name, usage: usageText(sample) });
  }
  if (containers.length === 0 || run.outcome) return undefined;
  const { name, namespace, labels } = run.pod.metadata;
  return {
    apiVersion: API_VERSION,
    kind: 'PodMetrics',
    metadata: { name, namespace, creationTimestamp: toKubeTime(atMs), ...(labels && { labels }) },
    timestamp: toKubeTime(atMs),
    window: `${WINDOW_MS / 1000}s`,
    containers,
  };
}

/** Share of a node used by its own processes: kubelet, runtime, kernel. */
const SYSTEM = { cpuNanocores: 80e6, memoryBytes: 400 * 2 ** 20 };

export function nodeMetricsResource(
  registry: Registry,
  clock: Clock,
  kubelets: Kubelets,
): VirtualResource<NodeMetrics> {
  const of = (node: Node): NodeMetrics =>
    nodeMetrics(node, kubelets.runsOn(node.metadata.name), scrapedAtMs(clock));
  return {
    group: GROUP,
    version: 'v1beta1',
    plural: 'nodes',
    singular: '',
    kind: 'NodeMetrics',
    namespaced: false,
    *list() {
      for (const node of registry.list<Node>('nodes')) yield of(node);
    },
    get(_namespace, name) {
      const node = registry.get<Node>('nodes', undefined, name);
      return node && of(node);
    },
  };
}

function nodeMetrics(node: Node, runs: Iterable<PodRun>, atMs: number): NodeMetrics {
  const used = { ...SYSTEM };
  for (const run of runs) {
    for (const container of run.containers) {
      const sample = sampleOf(container, atMs);
      if (!sample) continue;
      used.cpuNanocores += sample.cpuNanocores;
      used.memoryBytes += sample.memoryBytes;
    }
  }
  const { name, labels } = node.metadata;
  return {
    apiVersion: API_VERSION,
    kind: 'NodeMetrics',
    metadata: { name, creationTimestamp: toKubeTime(atMs), ...(labels && { labels }) },
    timestamp: toKubeTime(atMs),
    window: `${WINDOW_MS / 1000}s`,
    usage: usageText(used),
  };
}

/** Nanocores and kibibytes, as metrics-server writes them. */
function usageText(used: { cpuNanocores: number; memoryBytes: number }): { cpu: string; memory: string } {
  return { cpu: `${used.cpuNanocores}n`, memory: `${Math.round(used.memoryBytes / 1024)}Ki` };
}
