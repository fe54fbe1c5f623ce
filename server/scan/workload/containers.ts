import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { effectiveAmounts } from '../../decide/pods/effective-amounts';
import { nearestRanks } from '../../model/nearest-rank';
import { sizedContainers } from '../../objects/sized-containers';
import { RESOURCES, type Resource } from '../../objects/units';
import type { ForNewPodsOf } from '../../pages/reports/new-pods';
import type { TimeSpan } from '../../usage/source';
import type { ScanTarget } from '../cluster/targets';
import type { Happened } from '../past/happened';
import type { KnownSeries } from '../past/known-past';
import type { ScannedContainer, UsedAmounts } from '../report';
import type { LearnedWorkload } from './learning';

interface ContainerParts {
  /** What its pods used, on a grid of this distance. */
  readonly series: readonly KnownSeries[];
  readonly stepMs: number;
  readonly span: TimeSpan;
  readonly happened: Happened;
  readonly learned: LearnedWorkload;
  /** The VPA with what is recommended, and what new pods would get of it. */
  readonly compiled: CompiledVpa;
  readonly forNewPods: ForNewPodsOf;
}

/** Each container of a template: what it states, used and should state. */
export function scannedContainers(
  { ref: { namespace }, template, pods, ended }: ScanTarget,
  { series, stepMs, span, happened, learned, compiled, forNewPods }: ContainerParts,
): ScannedContainer[] {
  const podNames = new Set([
    ...series.map(({ container }) => container.pod),
    ...[...pods, ...ended].map(({ metadata }) => metadata.name),
  ]);
  return sizedContainers(template.spec).map((container) => {
    const { name } = container;
    const { requests, limits } = effectiveAmounts(container);
    const plan = forNewPods.plans.find((one) => one.name === name);
    const target = compiled.recommendation?.get(name)?.target;
    const limitTarget = forNewPods.limitTargets.get(name);
    const own = series.filter((one) => one.container.container === name);
    return {
      name,
      now: { requests, limits },
      used: usedIn(own, span, stepMs),
      ...happened.of(namespace, podNames, name),
      confidenceDays: learned.confidenceOf(name),
      ...(target && { target }),
      ...(limitTarget !== undefined && { limitTarget }),
      ...(plan && {
        next: { requests: { ...requests, ...plan.requests }, limits: { ...limits, ...plan.limits } },
      }),
      why: target ? learned.why(name) : {},
    };
  });
}

const HIGH = 0.95;

/** What one container of a workload used within a time span, over all its pods; undefined if nothing is known. */
function usedBy(
  series: readonly KnownSeries[],
  resource: Resource,
  { fromStep, toStep }: { readonly fromStep: number; readonly toStep: number },
): UsedAmounts | undefined {
  const columns = series.map((one) => one[resource]);
  const values = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const column of columns)
    for (let index = 0; index < column.length; index++) {
      const value = column.values[index] ?? Number.NaN;
      const step = column.first + index;
      if (value >= 0 && value < Number.POSITIVE_INFINITY && step >= fromStep && step < toStep)
        values[count++] = value;
    }
  const [median, p95, peak] = nearestRanks(values.subarray(0, count), [0.5, HIGH, 1]);
  return median === undefined || p95 === undefined || peak === undefined ? undefined : { median, p95, peak };
}

function usedIn(
  series: readonly KnownSeries[],
  { fromMs, toMs }: TimeSpan,
  stepMs: number,
): Partial<Record<Resource, UsedAmounts>> {
  const steps = { fromStep: fromMs / stepMs, toStep: toMs / stepMs };
  const used: Partial<Record<Resource, UsedAmounts>> = {};
  for (const resource of RESOURCES) {
    const amounts = usedBy(series, resource, steps);
    if (amounts) used[resource] = amounts;
  }
  return used;
}
