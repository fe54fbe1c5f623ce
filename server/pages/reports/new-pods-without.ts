import { isDeepStrictEqual } from 'node:util';
import type { NewPodsOfVpa, NewPodsWithout, RemovedVpa } from '../../contract/operations';
import type { StatedAmounts, VpaReport } from '../../contract/reports';
import { givenMode } from '../../decide/pods/mode-before-stop';
import { isServedNamespace } from '../../decide/pods/served-namespaces';
import { coversVpa, isStopped, type StopScope } from '../../decide/pods/stop';
import { Slices } from '../../lib/time/slices';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { VpaChange } from '../../operations/policy-edit/saving';
import { knowing, type ReportSources } from './sources';
import { vpaReport } from './vpa-report';

/** Of so many VPAs it is told: people read no more before they stop. */
const MOST_TOLD = 20;
/** So many are looked at for that: what a new pod gets is decided anew for each. */
const MOST_LOOKED_AT = 500;

/**
 * What new pods get now and state without Plumbline, of the first VPAs that a stop of `scope` would cover and no stop
 * covers yet. A VPA that cannot be read, has no template or is Off gives new pods nothing.
 * @throws AppError `forbidden` or `cluster-error` if VPAs or pods cannot be read
 */
export async function stoppedNewPods(sources: ReportSources, scope: StopScope): Promise<NewPodsWithout> {
  await knowing(sources);
  const within = sources.cluster.caches.vpas.list(scope.kind === 'all' ? undefined : scope.namespace);
  const covered = [...within].filter(({ metadata: { namespace = '', name } }) =>
    coversVpa(scope, namespace, name),
  );
  return newPodsWithout(sources, covered);
}

/**
 * What new pods get now and state once a rule has changed some VPAs, each as `newPodsOfChange` tells it, and removed
 * others; those that are gone already are left out. @throws AppError as above
 */
export async function newPodsOfRule(
  sources: ReportSources,
  { changes, removed }: { changes: readonly VpaChange[]; removed: readonly RemovedVpa[] },
): Promise<NewPodsWithout> {
  await knowing(sources);
  const { vpas: cache } = sources.cluster.caches;
  const { vpas, notTold } = await newPodsWithout(
    sources,
    removed.flatMap(({ namespace, name }) => cache.get(namespace, name) ?? []),
  );
  const slices = new Slices();
  for (const change of changes) {
    const told = await newPodsOfChange(sources, change);
    if (told) vpas.push(told);
    await slices.breathe();
  }
  return { vpas: vpas.slice(0, MOST_TOLD), notTold: notTold + Math.max(0, vpas.length - MOST_TOLD) };
}

/**
 * What new pods of a VPA get now and after a change of it, where that differs and the change leaves running pods alone.
 * Under a stop they state their template before and after.
 */
export async function newPodsOfChange(
  sources: ReportSources,
  { before, after }: VpaChange,
): Promise<NewPodsOfVpa | undefined> {
  const { namespace = '', name } = before.metadata;
  const mode = givenMode(after);
  if ((mode !== 'Off' && mode !== 'Initial') || isStopped(sources.stops, namespace, name)) return undefined;
  await knowing(sources);
  const [former, next] = [await vpaReport(sources, before), await vpaReport(sources, after)];
  return differing(former, statedOf(former, actsOnNewPods(before)), statedOf(next, actsOnNewPods(after)));
}

function actsOnNewPods(vpa: VerticalPodAutoscaler): boolean {
  return givenMode(vpa) !== 'Off';
}

type Stated = ReadonlyMap<string, StatedAmounts>;

/** What each container of a new pod states, by whether the VPA acts on new pods. */
function statedOf({ containers }: VpaReport, acts: boolean): Stated {
  return new Map(
    containers.flatMap(({ name, template, next }) => {
      const stated = (acts && next) || template;
      return stated ? [[name, stated] as const] : [];
    }),
  );
}

/** Of containers that state something else then; undefined if there is none. */
function differing({ namespace, name }: VpaReport, nows: Stated, thens: Stated): NewPodsOfVpa | undefined {
  const containers = [...nows].flatMap(([container, now]) => {
    const after = thens.get(container);
    return after && !isDeepStrictEqual(now, after) ? [{ container, now, after }] : [];
  });
  return containers.length > 0 ? { namespace, name, containers } : undefined;
}

async function newPodsWithout(
  sources: ReportSources,
  vpas: readonly VerticalPodAutoscaler[],
): Promise<NewPodsWithout> {
  const { config, stops } = sources;
  const acting = vpas.filter((vpa) => {
    const { namespace = '', name } = vpa.metadata;
    return isServedNamespace(config, namespace) && !isStopped(stops, namespace, name) && actsOnNewPods(vpa);
  });
  const slices = new Slices();
  const told: NewPodsOfVpa[] = [];
  let looked = 0;
  for (const vpa of acting.slice(0, MOST_LOOKED_AT)) {
    if (told.length === MOST_TOLD) break;
    looked++;
    const report = await vpaReport(sources, vpa);
    const changed = differing(report, statedOf(report, true), statedOf(report, false));
    if (changed) told.push(changed);
    await slices.breathe();
  }
  return { vpas: told, notTold: acting.length - looked };
}
