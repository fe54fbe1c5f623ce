import { equalJson } from '@/sandbox/api/json';
import type { ScalePaths } from '@/sandbox/api/registry';
import { scaleSubresource, setReplicas } from '@/sandbox/api/scale';
import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import { WorkQueue } from '@/sandbox/controllers/work-queue';
import { namespacedName, splitKey } from '@/sandbox/controllers/workload-types';
import { evaluate } from '@/server/decide/replicas/evaluation';
import { hpaEvents } from '@/server/decide/replicas/events';
import type { MetricReading, Selected } from '@/server/decide/replicas/input';
import { metricSpecs } from '@/server/decide/replicas/metric-specs';
import { type HpaPast, withScaling } from '@/server/decide/replicas/past';
import { podUsage } from '@/server/decide/replicas/pod-usage';
import { SelectedPods } from '@/server/decide/replicas/selected-pods';
import { KUBERNETES_DEFAULTS } from '@/server/decide/replicas/settings';
import { reachOf } from '@/server/decide/replicas/settling';
import { statusAfter } from '@/server/decide/replicas/status';
import type { Scaled, Sync } from '@/server/decide/replicas/sync';
import { errorText } from '@/server/lib/report/errors';
import { toKubeTime } from '@/server/lib/time/clock';
import { parseSelector, type Selector, SelectorError } from '@/server/objects/selector';
import type {
  HorizontalPodAutoscaler,
  KubeObject,
  MetricSpec,
  Pod,
  PodMetrics,
} from '@/server/objects/types';

const RESOURCE = 'horizontalpodautoscalers.autoscaling';
const SOURCE = { component: 'horizontal-pod-autoscaler' };
const SYNC_MS = 15_000;
/** An accelerated cluster syncs no more often than this, in real time. */
const LEAST_REAL_MS = 100;

/** Scales what HPAs target, every 15 seconds, by the rules of today. */
export function startHpas(plane: ControlPlane): Running {
  const controller = new HorizontalController(plane);
  return { stop: () => controller.stop(), idle: () => controller.idle() };
}

interface Target {
  readonly resource: string;
  readonly paths: ScalePaths;
  readonly object: KubeObject;
}

class HorizontalController {
  private readonly queue: WorkQueue;
  private readonly unwatch: (() => void)[];
  private readonly pasts = new Map<string, HpaPast>();
  private readonly everyMs: number;
  /** Only a cluster with HPAs keeps an index of its pods. */
  private pods: SelectedPods | undefined;

  constructor(private readonly plane: ControlPlane) {
    const { registry, clock, log } = plane;
    this.everyMs = Math.max(SYNC_MS, LEAST_REAL_MS * clock.speed);
    this.queue = new WorkQueue(clock, log, (key) => this.reconcile(key));
    this.unwatch = [
      registry.watch<HorizontalPodAutoscaler>(
        RESOURCE,
        ({ type, object, old }) => {
          const key = namespacedName(object);
          if (type === 'DELETED') this.forget(object);
          else if (type === 'ADDED' || !equalJson(object.spec, old?.spec))
            this.queue.addAfter(key, this.everyMs);
        },
        { replay: true },
      ),
    ];
  }

  stop(): void {
    for (const each of this.unwatch) each();
    this.queue.stop();
  }

  idle(): boolean {
    return this.queue.idle();
  }

  private forget(hpa: HorizontalPodAutoscaler): void {
    const { namespace = '', name } = hpa.metadata;
    this.pasts.delete(namespacedName(hpa));
    this.pods?.scales(namespace, name, undefined);
  }

  private reconcile(key: string): void {
    const hpa = this.plane.registry.get<HorizontalPodAutoscaler>(RESOURCE, ...splitKey(key));
    if (!hpa || hpa.metadata.deletionTimestamp) return;
    this.queue.addAfter(key, this.everyMs);
    const target = this.targetOf(hpa);
    if (typeof target === 'string') this.finish(hpa, { kind: 'no-scale', error: target });
    else this.sync(key, hpa, target);
  }

  /** The object to scale, or why there is none, in the words of the API server. */
  private targetOf({ metadata, spec }: HorizontalPodAutoscaler): Target | string {
    const { registry } = this.plane;
    const { apiVersion = 'v1', kind, name } = spec.scaleTargetRef;
    const [version = '', group = ''] = apiVersion.split('/').reverse();
    const served = registry.scalable(apiVersion, kind);
    if (!served)
      return `no matches for kind "${kind}" in ${group ? `group "${group}"` : `version "${version}"`}`;
    const { resource, paths } = served;
    if (!paths) return 'the server could not find the requested resource';
    const object = registry.get(resource, metadata.namespace, name);
    return object ? { resource, paths, object } : `${resource} "${name}" not found`;
  }

  private sync(key: string, hpa: HorizontalPodAutoscaler, { resource, paths, object }: Target): void {
    const { registry, clock } = this.plane;
    const { namespace = '', name } = hpa.metadata;
    const settings = KUBERNETES_DEFAULTS;
    const nowMs = clock.now();
    const { spec, status } = scaleSubresource(object, paths);
    const specReplicas = Number(spec.replicas ?? 0);
    const statusReplicas = Number(status.replicas);
    if (!Number.isSafeInteger(specReplicas) || !Number.isSafeInteger(statusReplicas)) {
      this.finish(hpa, { kind: 'no-scale', error: 'the replicas of the target are no whole number' });
      return;
    }
    const selected = this.selected(namespace, name, status.selector);
    const readings = metricSpecs(hpa.spec).map((metric) => this.reading(metric, namespace, selected));
    const evaluation = evaluate({
      nowMs,
      hpa,
      scale: { specReplicas, statusReplicas },
      selected,
      readings,
      past: this.pasts.get(key),
      settings,
    });
    const { currentReplicas: from, desiredReplicas: to } = evaluation;
    this.pasts.set(key, evaluation.past);
    let scaled: Scaled | undefined;
    if (from !== to) {
      scaled = this.scale(() =>
        registry.mutate(resource, namespace, object.metadata.name, (draft) => setReplicas(draft, paths, to)),
      ) ?? { to };
      if ('to' in scaled)
        this.pasts.set(
          key,
          withScaling(evaluation.past, { from, to }, nowMs, reachOf(hpa.spec.behavior, settings)),
        );
    }
    this.finish(hpa, { kind: 'evaluated', evaluation, ...(scaled && { scaled }) }, selected);
  }

  private scale(write: () => void): { error: string } | undefined {
    try {
      write();
    } catch (error) {
      return { error: errorText(error) };
    }
  }

  private selected(namespace: string, hpa: string, text: string | undefined): Selected {
    this.pods ??= this.followPods();
    this.pods.open(namespace, () => this.plane.registry.list<Pod>('pods', namespace));
    let selector: Selector | undefined;
    try {
      selector = text ? parseSelector(text) : undefined;
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      this.pods.scales(namespace, hpa, undefined);
      return { kind: 'bad-selector', error: error.message };
    }
    this.pods.scales(namespace, hpa, selector);
    return selector ? this.pods.of(namespace, selector) : { kind: 'no-selector' };
  }

  private followPods(): SelectedPods {
    const pods = new SelectedPods();
    this.unwatch.push(
      this.plane.registry.watch<Pod>('pods', ({ type, object }) =>
        type === 'DELETED' ? pods.remove(object) : pods.put(object),
      ),
    );
    return pods;
  }

  /** A cluster without an adapter serves neither custom nor external metrics. */
  private reading({ type }: MetricSpec, namespace: string, selected: Selected): MetricReading {
    const api = type === 'External' ? 'external' : 'custom';
    if (type !== 'Resource' && type !== 'ContainerResource')
      return {
        kind: 'failed',
        error: `unable to fetch metrics from ${api} metrics API: no ${api} metrics API (${api}.metrics.k8s.io) registered`,
      };
    const pods = selected.kind === 'pods' ? selected.pods : [];
    try {
      return {
        kind: 'usage',
        pods: pods.flatMap(({ name }) => {
          const metrics = this.plane.registry.get<PodMetrics>('pods.metrics.k8s.io', namespace, name);
          return (metrics && podUsage(metrics)) ?? [];
        }),
      };
    } catch (error) {
      const detail = errorText(error);
      return {
        kind: 'failed',
        error: `unable to fetch metrics from resource metrics API: ${detail} (get pods.metrics.k8s.io)`,
      };
    }
  }

  private finish(hpa: HorizontalPodAutoscaler, sync: Sync, selected?: Selected): void {
    const { registry, clock, events } = this.plane;
    const status = statusAfter(hpa.status, sync, toKubeTime(clock.now()), KUBERNETES_DEFAULTS.rules);
    for (const event of hpaEvents(sync, selected)) events.write(SOURCE, { object: hpa, ...event });
    registry.mutate<HorizontalPodAutoscaler>(
      RESOURCE,
      hpa.metadata.namespace,
      hpa.metadata.name,
      (draft) => {
        draft.status = status;
      },
      { subresource: 'status' },
    );
  }
}
