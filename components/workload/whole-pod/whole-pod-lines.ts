import { RESOURCES, type Resource } from '@/server/contract/resources';
import type { WholePodView } from '@/server/contract/whole-pod';
import { formatAmount, resourceTitle } from '@/server/words/amounts';
import { formatDuration } from '@/server/words/times';

export function wholePodLines(view: WholePodView): string[] {
  const stated = RESOURCES.flatMap((resource) => resourceLine(view, resource) ?? []);
  return [...stated, ...sizingLines(view)];
}

function resourceLine(
  { requests, limits, usage, target, lowerBound, upperBound, containers }: WholePodView,
  resource: Resource,
): string | undefined {
  const amount = (value: number) => formatAmount(resource, value);
  const [request, limit, used] = [requests[resource], limits[resource], usage?.[resource]];
  if (request === undefined && limit === undefined) return undefined;
  const parts = [
    request === undefined ? undefined : `requests ${amount(request)}`,
    limit === undefined ? undefined : `is limited to ${amount(limit)}`,
    used === undefined ? undefined : `uses ${amount(used)} now`,
  ].filter((part) => part !== undefined);
  const wanted = target?.[resource];
  if (wanted === undefined) return `${resourceTitle(resource)}: the pod ${parts.join(', ')}.`;
  const [low, high] = [lowerBound?.[resource], upperBound?.[resource]];
  const bounds = low === undefined || high === undefined ? '' : ` (${amount(low)} to ${amount(high)})`;
  const sum = containers[resource];
  const beside = sum === undefined ? '' : `; its containers alone would ask for ${amount(sum)}`;
  return `${resourceTitle(resource)}: the pod ${parts.join(', ')}; target ${amount(wanted)}${bounds}${beside}.`;
}

function sizingLines({ isSized, target, spanMs = 0 }: WholePodView): string[] {
  if (!isSized)
    return [
      'The VPA sizes the containers within this and leaves the pod as it is; plumbline.dev/pod-level: auto on the VPA sizes the pod too.',
    ];
  if (!target)
    return ['Nothing is known yet of what its containers use together; until then, the pod stays as it is.'];
  return [
    `Learned from what its containers used together in ${formatDuration(spanMs)}. Their requests are held within the pod's.`,
  ];
}
