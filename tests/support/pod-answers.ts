import jsonPatch, { type Operation } from 'fast-json-patch';
import { parse } from 'yaml';
import { type OpenTrials, openTrials } from '@/server/admission/trials';
import { boundsByNamespace } from '@/server/cluster/bounds-by-namespace';
import { type Config, defaultConfig } from '@/server/config';
import type { PodReport } from '@/server/contract/reports';
import { recommendationOf } from '@/server/decide/pods/memory-limit/recommended';
import { UPDATES_ANNOTATION } from '@/server/decide/pods/pod-annotations';
import { readVpa } from '@/server/decide/pods/vpa-reading';
import { memoryInBinary } from '@/server/decide/pods/written-amounts';
import type { RoleContext } from '@/server/kube/role-context';
import { toAppError } from '@/server/lib/report/errors';
import { amountsFrom, formatCpu } from '@/server/objects/quantity';
import { sizedContainers } from '@/server/objects/sized-containers';
import type { Container, Pod, PodSpec, ResourceRequirements } from '@/server/objects/types';
import { type Amounts, EPHEMERAL_STORAGE } from '@/server/objects/units';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { WHOLE_POD } from '@/server/objects/whole-pod';
import { Stops } from '@/server/operations/stops';
import { exportFor } from '@/server/pages/patches/export';
import { podReport } from '@/server/pages/reports/pod-report';
import { vpaReports } from '@/server/pages/reports/vpa-report';
import { Costs, costBounds } from '@/server/recommender/views/costs';
import type { ServedVpa } from '@/server/recommender/vpas/served-vpa';
import { admitted } from '@/server/replay/live/admitting';
import { RunningUpdater } from '@/server/updater';
import { Updater } from '@/server/updater/updater';
import { LEFT_REASONS } from '@/server/words/admission';
import { asking } from './asking';
import type { PodWorlds } from './pod-world';
import { roleContext } from './role-context';

/** What one caller says of a pod; what it does not tell is absent. */
export interface Answer {
  /** The VPA, or `none`. */
  readonly vpa?: string;
  /** What each container states then, and the pod as a whole: `app 100m 100Mi, limits 200m 200Mi`. */
  readonly gets?: string;
  /** What stays as it is stated, and why: `app cpu container-off`. */
  readonly stays?: readonly string[];
  /** Why amounts are not what is recommended: `app cpu capped to maxAllowed`; without limits that stay away. */
  readonly caps?: readonly string[];
  /** Those of them that the annotation of the pod has. */
  readonly annotated?: readonly string[];
  /** What its containers request then together, for those who add up: `100m 100Mi`. */
  readonly requests?: string;
}

/** The requests in `gets`, added up; what a pod states as a whole is no more of it. */
export function requestsIn(gets: string): string {
  const sum = { cpu: 0, memory: 0 };
  for (const one of gets.split('; ')) {
    const [name, ...amounts] = (one.split(', ')[0] ?? '').split(' ');
    if (name === 'pod') continue;
    const ofDisk = amounts.indexOf('of') - 1;
    for (const [index, amount] of amounts.entries()) {
      if (index === ofDisk) continue;
      if (/m$|^\d+$/.test(amount)) sum.cpu += amountsFrom({ cpu: amount }).cpu ?? 0;
      else if (/i$/.test(amount)) sum.memory += amountsFrom({ memory: amount }).memory ?? 0;
    }
  }
  return requestsText(sum);
}

function requestsText({ cpu, memory }: { cpu: number; memory: number }): string {
  return `${cpu}m ${memory / 2 ** 20}Mi`;
}

/** Everybody who says what a pod gets, in one process over the API server of these worlds. */
export class PodAnswers {
  private constructor(
    private readonly context: RoleContext<Config>,
    private readonly trials: OpenTrials,
    private readonly stops: Stops,
    private readonly updater: Updater,
    private readonly inUse: PodWorlds['inUse'],
  ) {}

  static async over(worlds: PodWorlds): Promise<PodAnswers> {
    const { cluster, inUse } = worlds;
    const historyMsOf = (vpa: VerticalPodAutoscaler) => worlds.historyMsOf(vpa);
    const config = defaultConfig({
      roles: ['updater', 'admission'],
      dataDir: cluster.folder,
      kubeApiQps: 10_000,
      kubeApiBurst: 10_000,
      leastHistoryMs: 0,
      warmUpMs: 0,
      loweringWindowMs: 0,
      writtenCpuStep: 1,
      writtenMemoryStep: 1,
      featureCpuStartupBoost: true,
    });
    const context = roleContext(config, cluster.kubeconfig, cluster.clock);
    const nothing = { record: () => undefined, begin: () => () => undefined };
    const stops = new Stops(context, nothing, { enforce: false });
    const updater = new Updater(context, {
      stops: stops.keeper,
      recorder: nothing,
      peersUse: (workload) => inUse.get(workload),
      history: historyMsOf,
    });
    await updater.follow();
    const trials = await openTrials(context, {
      recommendations: () => ({
        recommendationFor: () => undefined,
        inUseBy: (workload) => inUse.get(workload),
        historyMsOf,
      }),
      isStopped: () => false,
    });
    return new PodAnswers(context, trials, stops, updater, inUse);
  }

  async close(): Promise<void> {
    this.trials.close();
    await this.updater.stop();
    await this.stops.stop();
    await this.context.events.flush();
    await this.context.caches.stop();
    await this.context.client.close();
  }

  /** What each says of `pod`, by its name in the table. */
  async of(pod: Pod) {
    const report = await this.report(pod);
    return {
      admission: await this.admission(pod),
      query: await this.query(pod),
      why: whyAnswer(pod, report),
      'new pods': await this.newPods(pod, report),
      export: await this.exported(pod, report),
      updater: updaterAnswer(pod, report),
      replay: this.replay(pod, report),
      costs: this.costs(pod, report),
    };
  }

  private async admission(pod: Pod): Promise<Answer> {
    const { namespace = '', ...metadata } = pod.metadata;
    const made: Pod = {
      ...pod,
      metadata: { ...metadata, name: '', generateName: 'web-' },
      status: undefined,
    };
    const tried = await this.trials.tryPod({ pod: made }, namespace);
    const patched = jsonPatch.applyPatch(structuredClone(made), tried.patch as Operation[]).newDocument;
    return {
      vpa: tried.vpa?.name ?? 'none',
      gets: textOf(patched.spec),
      annotated: capsIn(patched),
      // Of a pod that gets nothing nothing is recorded.
      ...(tried.outcome === 'patched' && {
        stays: tried.left.map(({ container, resource, reason }) => `${container} ${resource} ${reason}`),
      }),
    };
  }

  private async query(pod: Pod): Promise<Answer> {
    const { namespace = '', name } = pod.metadata;
    try {
      const {
        vpa,
        containers = [],
        left = [],
      } = await this.trials.recommend({
        kind: 'pod-name',
        namespace,
        name,
      });
      return {
        vpa,
        gets: textOf(withStated(pod.spec, containers)),
        caps: capsOf(containers),
        stays: left.map(({ container, resource, reason }) => `${container} ${resource} ${reason}`),
      };
    } catch (error) {
      if (toAppError(error).code === 'not-found') return { gets: textOf(pod.spec) };
      throw error;
    }
  }

  private report({ metadata: { namespace = '', name } }: Pod): Promise<PodReport> {
    const { shown } = new RunningUpdater(this.context, this.updater);
    const trials = () => Promise.resolve(this.trials);
    return podReport({ ...this.sources(), shown, trials }, namespace, name);
  }

  private sources() {
    return {
      cluster: this.context,
      config: this.context.config,
      stops: this.stops.keeper.state,
      inUseBy: (workload: string) => this.inUse.get(workload),
    };
  }

  private async newPods(pod: Pod, report: PodReport): Promise<Answer> {
    const { namespace = '' } = pod.metadata;
    const { rows } = await vpaReports(this.sources(), asking({ namespace }));
    const row = rows.find(({ name }) => name === vpaOf(report));
    if (!row || row.target?.kind === 'PodGroup') return {};
    return {
      gets: textOf(
        withStated(
          pod.spec,
          row.containers.flatMap(({ name, next }) => (next ? [{ name, ...listsOf(next) }] : [])),
        ),
      ),
      caps: capsOf(row.containers),
      stays: row.containers.flatMap(({ name, left }) =>
        left.map(({ resource, reason }) => `${name} ${resource} ${reason}`),
      ),
    };
  }

  private async exported(pod: Pod, report: PodReport): Promise<Answer> {
    const { namespace = '' } = pod.metadata;
    const vpa = this.context.caches.vpas.get(namespace, vpaOf(report));
    const view = await exportFor(
      this.sources(),
      asking({ of: `${namespace}/${vpaOf(report)}` }),
      async () => ({
        rows: [],
        matching: 0,
      }),
    );
    const [workload] = view.workloads;
    const file = view.files.find(({ path }) => path === workload?.path);
    if (!workload || !file) return { gets: textOf(pod.spec) };
    const { spec } = (parse(file.text) as { spec: { template: { spec: PodSpec } } }).spec.template;
    const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
    return {
      vpa: workload.vpa,
      ...reasonsIn(workload.notes, pod, vpa),
      gets: textOf(
        withStated(
          pod.spec,
          containers.map(({ name, resources }) => ({ name, ...resources })),
        ),
      ),
    };
  }

  private costs({ metadata: { namespace = '', name } }: Pod, report: PodReport): Answer {
    const { context } = this;
    const { caches, targets } = context;
    const vpa = caches.vpas.get(namespace, vpaOf(report));
    if (!vpa) return {};
    const bounds = boundsByNamespace(caches);
    const costs = new Costs({
      prices: () => undefined,
      caches,
      targets,
      state: { usageOf: () => undefined, vpasFor: () => [] },
      recommending: { knowledgeOf: () => ({ pods: [{ namespace, name }] }) },
      groups: { groupOn: () => undefined },
      ...costBounds(context, bounds, (workload) => this.inUse.get(workload)),
    });
    const served = { namespace, name: vpa.metadata.name, vpa, recommendation: recommendationOf(vpa) };
    return { requests: requestsText(costs.of(served as unknown as ServedVpa).amounts.target) };
  }

  private replay(pod: Pod, report: PodReport): Answer {
    const { namespace = '' } = pod.metadata;
    const vpa = this.context.caches.vpas.get(namespace, vpaOf(report));
    if (!vpa) return {};
    return { gets: textOf(admitted(structuredClone(pod), readVpa(vpa).compiled).spec) };
  }
}

/** The VPA that is asked about: the one that controls the pod, else the strongest that names it. */
function vpaOf({ control, others }: PodReport): string {
  return control.kind === 'vpa' ? control.name : (others[0]?.name ?? '');
}

function whyAnswer(pod: Pod, report: PodReport): Answer {
  return {
    vpa: vpaOf(report) || 'none',
    gets: textOf(
      withStated(
        pod.spec,
        report.containers.flatMap(({ name, newPod }) => (newPod ? [{ name, ...listsOf(newPod) }] : [])),
      ),
    ),
    caps: capsOf(report.containers),
    stays: report.containers.flatMap(({ name, left }) =>
      left.map(({ resource, reason }) => `${name} ${resource} ${reason}`),
    ),
  };
}

function capsOf(containers: readonly { name: string; notes: readonly string[] }[]): string[] {
  return containers.flatMap(({ name, notes }) => notes.map((note) => `${name} ${note}`)).filter(isCap);
}

/** Those of a patch, as `app: cpu capped to maxAllowed`; it tells of no container for which nothing is recommended. */
function reasonsIn(
  notes: readonly string[],
  { spec }: Pod,
  vpa: VerticalPodAutoscaler | undefined,
): Pick<Answer, 'caps' | 'stays'> {
  const told = notes.map((note) => note.replace(':', ''));
  const stays = told.flatMap((note) => {
    const [, container, resource, why] =
      /^(\w+) (CPU|memory) stays as stated, because (.*?)(?: \(\w+\))?$/.exec(note) ?? [];
    const reason = Object.entries(LEFT_REASONS).find(([, words]) => words === why)?.[0];
    return reason ? [`${container} ${resource?.toLowerCase()} ${reason}`] : [];
  });
  const recommended = vpa && recommendationOf(vpa)?.containerRecommendations;
  const isWhole = spec.containers.every(({ name }) =>
    recommended?.some(({ containerName }) => containerName === name),
  );
  return { caps: told.filter(isCap), ...(isWhole && { stays }) };
}

function isCap(words: string): boolean {
  return (
    /^\w+ (cpu|memory) (?!(request|limit|stays as stated.*)$)/.test(words) && !words.includes('limit NOT set')
  );
}

/** As admission writes them: `Pod resources updated by web: container 0: cpu request, cpu capped to maxAllowed`. */
function capsIn({ metadata, spec }: Pod): string[] {
  const written = metadata.annotations?.[UPDATES_ANNOTATION] ?? '';
  const ofContainers = written.replace(/^.*? updated by \S+: /, '').split('; ');
  return ofContainers.flatMap((text) => {
    const [, noun, index, parts = ''] = /^(container|init-sidecar) (\d+): (.*)$/.exec(text) ?? [];
    const list = noun === 'container' ? spec.containers : spec.initContainers;
    return parts
      .split(', ')
      .map((part) => `${list?.[Number(index)]?.name} ${part}`)
      .filter(isCap);
  });
}

function updaterAnswer(pod: Pod, { plan }: PodReport): Answer {
  return {
    gets: textOf(
      withStated(
        pod.spec,
        (plan?.changes ?? []).map(({ container, to, limits }) => ({
          name: container,
          ...listsOf({ requests: to, limits }),
        })),
      ),
    ),
  };
}

type Stated = { name: string } & Pick<ResourceRequirements, 'requests' | 'limits'>;

function listsOf({ requests, limits }: { requests: Amounts; limits: Amounts }) {
  return { requests: listOf(requests), limits: listOf(limits) };
}

function listOf({ cpu, memory, [EPHEMERAL_STORAGE]: storage }: Amounts): Record<string, string> {
  return {
    ...(storage !== undefined && { [EPHEMERAL_STORAGE]: memoryInBinary(storage) }),
    ...(cpu !== undefined && { cpu: formatCpu(cpu) }),
    ...(memory !== undefined && { memory: memoryInBinary(memory) }),
  };
}

/** The pod once these state that. */
function withStated(spec: PodSpec, changes: readonly Stated[]): PodSpec {
  const changed = (name: string, resources: ResourceRequirements | undefined): ResourceRequirements => {
    const own = changes.find((one) => one.name === name);
    return {
      requests: { ...resources?.requests, ...own?.requests },
      limits: { ...resources?.limits, ...own?.limits },
    };
  };
  const all = (containers: readonly Container[]) =>
    containers.map((one) => ({ ...one, resources: changed(one.name, one.resources) }));
  return {
    ...spec,
    containers: all(spec.containers),
    ...(spec.initContainers && { initContainers: all(spec.initContainers) }),
    ...(spec.resources && { resources: changed(WHOLE_POD, spec.resources) }),
  };
}

function textOf(spec: PodSpec): string {
  const stated = sizedContainers(spec).map(({ name, resources }) => ({ name, ...resources }));
  const whole = spec.resources ? [{ name: 'pod', ...spec.resources }] : [];
  return [...stated, ...whole]
    .map(({ name, requests, limits }) =>
      [
        `${name}${amountsText(requests)}`,
        ...(amountsText(limits) ? [`limits${amountsText(limits)}`] : []),
      ].join(', '),
    )
    .join('; ');
}

function amountsText(list: ResourceRequirements['requests']): string {
  const storage = list?.[EPHEMERAL_STORAGE];
  const texts = [...Object.values(listOf(amountsFrom(list))), ...(storage ? [`${storage} of disk`] : [])];
  return texts.map((text) => ` ${text}`).join('');
}
