import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { createRegistry } from '@/sandbox/api/create-registry';
import type { PrometheusPart, TextPages } from '@/sandbox/api/http/context';
import { PROMETHEUS_SERVICE } from '@/sandbox/api/http/service-proxy-handler';
import type { Registry } from '@/sandbox/api/registry';
import { type ApiServer, startApiServer } from '@/sandbox/api/server';
import { EventWriter } from '@/sandbox/controllers/event-writer';
import { startControlPlane } from '@/sandbox/controllers/start';
import { cadvisorText } from '@/sandbox/metrics/cadvisor';
import { kubeStateText } from '@/sandbox/metrics/kube-state';
import { nodeMetricsResource, podMetricsResource } from '@/sandbox/metrics/pod-metrics';
import { type PastContainerRun, pastContainers } from '@/sandbox/past/past-pods';
import { PastPrometheus } from '@/sandbox/past/prometheus';
import { runningContainers } from '@/sandbox/past/running-containers';
import { findScenario, SCENARIOS } from '@/sandbox/scenarios/catalogue';
import { startReleases } from '@/sandbox/scenarios/releases';
import type { Declared, Scenario } from '@/sandbox/scenarios/scenario';
import { startTroubles } from '@/sandbox/scenarios/troubles';
import type { Trace } from '@/sandbox/workloads/traces';
import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';
import { memoryFrom } from '@/server/objects/quantity';
import type { KubeObject, Node } from '@/server/objects/types';

export interface SandboxOptions {
  /** Port of the API server on 127.0.0.1; 0 picks a free one. */
  readonly port: number;
  /** The cluster clock. */
  readonly clock: Clock;
  readonly log: Logger;
  /** Name of a scenario of the catalogue. */
  readonly scenario: string;
  readonly seed: number;
  /** How long a past the workloads have before the start, in milliseconds; served as Prometheus would. */
  readonly pastMs?: number;
  /** Recorded series for the CPU of the workloads. */
  readonly traces?: readonly Trace[];
  /** Whether its own controller scales what HPAs target; by default it does. */
  readonly scalesHorizontally?: boolean;
  /** Folder for the kubeconfig. */
  readonly dataDir: string;
  /** The path of the kubeconfig, instead of `dataDir`. */
  readonly kubeconfigPath?: string;
  /** Folder of the resource definitions applied at the start. */
  readonly crdsDir?: string;
  /** Told how many pods its workloads want, before any of them starts. */
  readonly sized?: (pods: number) => void;
  /** Aborts while the cluster is being filled. */
  readonly signal?: AbortSignal;
}

/** A running embedded cluster. */
export interface Sandbox {
  readonly url: string;
  /** Kubeconfig of its administrator. */
  readonly kubeconfigPath: string;
  readonly registry: Registry;
  readonly server: ApiServer;
  readonly scenario: string;
  /** Where the past before the start is read from; absent where there is none. */
  readonly prometheus?: { address: string; bearerToken: string; caFile: string; stepMs: number } | undefined;
  /** The pods that its workloads want from the start. */
  readonly wantedPods: number;
  /** Whether its controllers have nothing to do until time goes by or something is changed. */
  idle(): boolean;
  /** From now on nothing happens in it by itself; it still answers. */
  rest(): void;
  close(): Promise<void>;
}

/** A sandbox that cannot start; the message says why and what to do. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

/** Objects of a large scenario are created this many at a time. */
const AT_ONCE = 50;

/**
 * Starts the embedded cluster: API server, control plane, kubelets, then the scenario's objects.
 * @throws SandboxError for a busy port or an unknown scenario; the signal's reason
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { clock, log, seed } = options;
  const scenario = scenarioNamed(options.scenario);
  const { traces = [] } = options;
  const registry = await createRegistry({ clock, log });
  const events = new EventWriter(registry, clock, log, scenario.events);
  const { scalesHorizontally } = options;
  const plane = startControlPlane(
    { registry, clock, log, events, seed },
    { traces, ...(scalesHorizontally !== undefined && { scalesHorizontally }) },
  );
  registry.addVirtual(podMetricsResource(registry, clock, plane.kubelets));
  registry.addVirtual(nodeMetricsResource(registry, clock, plane.kubelets));
  const texts: TextPages = new Map([
    ['/metrics/cadvisor', (names) => cadvisorText(plane.kubelets, clock, names)],
    ['/metrics/kube-state', (names) => kubeStateText(registry, names)],
  ]);
  const past = pastPrometheus(scenario, options, () => runningContainers(plane.kubelets));
  const declared = scenario.objects(seed);
  const wantedPods = declared.reduce((sum, { object }) => sum + replicasOf(object), 0);
  options.sized?.(wantedPods);
  let server: ApiServer;
  try {
    server = await startApiServer({
      port: options.port,
      clock,
      log,
      registry,
      texts,
      prometheus: past?.answer,
    });
  } catch (error) {
    plane.stop();
    throw listenError(error, options.port);
  }
  try {
    if (!scenario.withoutCrds) await applyDefinitions(registry, options.crdsDir ?? 'deploy/crds');
    await populate(registry, declared, options);
    if (past) await registry.create('services', prometheusService());
  } catch (error) {
    plane.stop();
    await server.close();
    throw error;
  }
  const stopReleases = scenario.rollouts ? startReleases(registry, clock, log, scenario.rollouts) : () => {};
  const stopTroubles = startTroubles(registry, clock, scenario.troubles ?? []);
  const kubeconfigPath = writeKubeconfig(server, options);
  const prometheus = past && {
    address: `${server.url}/prometheus`,
    bearerToken: server.tokens.admin,
    caFile: writeIn(options, 'sandbox-ca.pem', server.caPem),
    stepMs: past.stepMs,
  };
  const rest = () => {
    stopReleases();
    stopTroubles();
    plane.stop();
  };
  log.info({ room: 'sandbox', url: server.url, scenario: scenario.name }, 'The embedded cluster is up');
  return {
    url: server.url,
    kubeconfigPath,
    registry,
    server,
    scenario: scenario.name,
    wantedPods,
    prometheus,
    idle: () => plane.idle(),
    rest,
    close: async () => {
      rest();
      await server.close();
    },
  };
}

function scenarioNamed(name: string): Scenario {
  const scenario = findScenario(name);
  if (scenario) return scenario;
  const names = SCENARIOS.map((each) => each.name).join(', ');
  throw new SandboxError(`There is no scenario "${name}"; choose one of: ${names}`);
}

function listenError(error: unknown, port: number): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EADDRINUSE') {
    return new SandboxError(
      `Port ${port} on 127.0.0.1 is in use; choose another one, or 0 for any that is free`,
      { cause: error },
    );
  }
  if (error.code === 'EACCES') {
    return new SandboxError(`Port ${port} needs privileges this process lacks; choose one above 1023`, {
      cause: error,
    });
  }
  return error;
}

async function applyDefinitions(registry: Registry, folder: string): Promise<void> {
  if (known?.folder !== folder) known = { folder, definitions: definitionsIn(folder) };
  for (const definition of known.definitions)
    await registry.create('customresourcedefinitions.apiextensions.k8s.io', definition);
}

/** Read once for all clusters that a process starts one after the other. */
let known: { folder: string; definitions: readonly KubeObject[] } | undefined;

function definitionsIn(folder: string): KubeObject[] {
  return readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file))
    .sort()
    .flatMap((file) => parseAllDocuments(readFileSync(path.join(folder, file), 'utf8')))
    .map((document) => document.toJS() as KubeObject | null)
    .filter((definition) => definition !== null);
}

/** As the chart of Prometheus labels it; the API server is the proxy to it. */
function prometheusService(): KubeObject & { spec: object } {
  const { namespace, name, port } = PROMETHEUS_SERVICE;
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      namespace,
      name,
      labels: { 'app.kubernetes.io/name': 'prometheus', 'app.kubernetes.io/component': 'server' },
    },
    spec: { ports: [{ name: 'http', port }] },
  };
}

async function populate(
  registry: Registry,
  declared: readonly Declared[],
  { signal }: SandboxOptions,
): Promise<void> {
  for (let first = 0; first < declared.length; first += AT_ONCE) {
    for (const { resource, object } of declared.slice(first, first + AT_ONCE)) {
      await registry.create(resource, object);
    }
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
}

function replicasOf(object: KubeObject & { spec?: { replicas?: unknown } }): number {
  return typeof object.spec?.replicas === 'number' ? object.spec.replicas : 0;
}

/** A small world is told at fine steps, a large one at those that Prometheus is asked for by default. */
const FEW_CONTAINERS = 200;
const FINE_STEP_MS = 5 * 60_000;
const COARSE_STEP_MS = 60 * 60_000;

/** Workloads with pods that live on; those of Jobs come and go and leave no past. */
const WITH_A_PAST = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet']);

function pastPrometheus(
  scenario: Scenario,
  { seed, traces = [], clock, pastMs = 0 }: SandboxOptions,
  running: () => Iterable<PastContainerRun>,
): { answer: PrometheusPart; stepMs: number } | undefined {
  if (pastMs <= 0 || scenario.withoutPast) return undefined;
  const toMs = clock.now();
  const fromMs = toMs - pastMs;
  const objects = scenario.objects(seed).map(({ object }) => object);
  const workloads = objects.filter(({ kind = '' }) => WITH_A_PAST.has(kind));
  const nodes = objects.filter(({ kind }) => kind === 'Node') as Node[];
  const sizes = nodes.map(({ status }) => memoryFrom(status?.allocatable?.memory ?? 0));
  const nodeBytes = sizes.length > 0 ? Math.max(...sizes) : Number.POSITIVE_INFINITY;
  const containers = pastContainers(workloads, { seed, traces, beganMs: fromMs, nodeBytes });
  const past = new PastPrometheus(containers, { fromMs, toMs }, running);
  return {
    answer: (path, params) => past.answer(path, params),
    stepMs: containers.length <= FEW_CONTAINERS ? FINE_STEP_MS : COARSE_STEP_MS,
  };
}

function writeKubeconfig(server: ApiServer, options: SandboxOptions): string {
  const file = options.kubeconfigPath ?? path.join(options.dataDir, 'sandbox.kubeconfig');
  return written(file, server.kubeconfig('admin'));
}

function writeIn({ dataDir }: SandboxOptions, name: string, text: string): string {
  return written(path.join(dataDir, name), text);
}

function written(name: string, text: string): string {
  const file = path.resolve(/* turbopackIgnore: true */ name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
