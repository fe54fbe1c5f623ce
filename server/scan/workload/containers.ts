import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { effectiveAmounts } from '../../decide/pods/effective-amounts';
import { sizedContainers } from '../../objects/sized-containers';
import { RESOURCES, type Resource } from '../../objects/units';
import type { ForNewPodsOf } from '../../pages/reports/new-pods';
import type { TimeSpan } from '../../usage/source';
import type { ScanTarget } from '../cluster/targets';
import type { Happened } from '../past/happened';
import type { KnownSeries } from '../past/known-past';
import type { ScannedContainer, UsedAmounts } from '../report';
import type { LearnedWorkload } from './learning';
import { usedBy } from './usage';

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
