import type { FilledForm } from '../../contract/inbox';
import type { Cap, OtherBounds } from '../../contract/recommendations';
import type { QuotaShortage } from '../../decide/pods/quota-shortage';
import type { Resource } from '../../objects/units';
import { formatAmount, resourceName } from '../../words/amounts';
import { isHelpedByMemory, isMeasurable, neededWith } from '../../words/leaks';
import { TAKES_ITS_NODE } from '../../words/outcomes';
import { formatDuration } from '../../words/times';
import { amountToWrite, maximumFill } from './forms';

export interface Raise {
  readonly container: string;
  readonly resource: Resource;
  readonly by: Cap['by'];
  /** What it gets now, and what it needs; in millicores or bytes. */
  readonly target: number;
  readonly needs: number;
}

type Capping = Pick<Cap, 'others' | 'quota' | 'leak'> & {
  /** Whether it is killed for memory without a limit: then a larger node is filled as well. */
  readonly takesItsNode?: boolean;
};
type Other = keyof OtherBounds;

const LETS: Record<Other, string> = {
  node: 'Nodes let',
  'limit-range': 'The LimitRange lets',
  policy: 'The policy lets',
  setting: 'A setting lets',
};

/**
 * The one place where people are told to raise something for a container: checked against all else that bounds it
 * (nodes, LimitRange, policy, settings) and against the quotas. What bounds it as low must be raised too; what bounds it
 * higher is told. More memory does not mend a leak, so it is told as what it is, a delay, and no node is added for it;
 * nor for what is killed without a limit, which takes what a node has.
 */
export function raiseText(raise: Raise, { leak, takesItsNode = false, ...bounds }: Capping): string {
  const { node = Number.POSITIVE_INFINITY } = bounds.others ?? {};
  const isFull = isOfNodes(raise.by) || node <= raise.target;
  if (!leak && takesItsNode && isFull) return `${TAKES_ITS_NODE}.`;
  if (!leak) return raisedText(raise, bounds);
  const delays = 'Mend the leak: more memory only delays the kill.';
  if (isFull || !isHelpedByMemory(leak) || !isMeasurable(leak)) return delays;
  const ofUse = { ...raise, needs: neededWith(leak, raise.needs) };
  const isEnough = boundsOf(ofUse, bounds.others ?? {}).amount >= leak.mostBytes;
  const longer = isEnough ? formatDuration(leak.lifeMs) : 'longer';
  const [first = '', ...rest] = raisedText(ofUse, bounds);
  return `${delays} To let it live ${longer} until then: ${first.toLowerCase()}${rest.join('')}`;
}

/** Whether it is nodes that keep a target below the need. */
export function isOfNodes(by: Cap['by']): boolean {
  return by === 'largest-node' || by === 'room-now';
}

function raisedText(raise: Raise, { others = {}, quota }: Capping): string {
  const { container, resource, by, target } = raise;
  const what = resourceName(resource);
  const node = others.node ?? Number.POSITIVE_INFINITY;
  if (node <= target)
    return `Nodes let ${container} have no more than ${formatAmount(resource, node)} of ${what}: add a larger node, or spread the load over more pods.`;
  const { low, nearest, amount } = boundsOf(raise, others);
  const first = quota ? [quotaText(container, resource, amount, quota)] : [];
  // Without room in the quota, a higher maximum or limit changes nothing; nodes are needed all the same.
  if (quota && !isOfNodes(by)) return first.join(' ');
  return [
    step(by, raise, amount),
    ...low.map(([other]) => step(other, raise, amount)),
    ...(nearest ? [`${LETS[nearest[0]]} it have no more.`] : []),
    ...first,
  ].join(' ');
}

/** The form that raises it, where the maximum in the policy is all there is to raise; undefined elsewhere. */
export function raiseForm(raise: Raise, { others = {}, quota, leak }: Capping): FilledForm | undefined {
  if (leak && !(isHelpedByMemory(leak) && isMeasurable(leak))) return undefined;
  const { low, amount } = boundsOf({ ...raise, needs: neededWith(leak, raise.needs) }, others);
  if (raise.by !== 'policy' || quota || low.length > 0) return undefined;
  const { container, resource } = raise;
  return maximumFill({ verb: 'Raise to', container, resource, most: amount });
}

/** What else allows no more than it has, what allows less than it needs, and how far a raise can go. */
function boundsOf({ target, needs }: Raise, others: OtherBounds) {
  const known = Object.entries(others) as [Other, number][];
  const low = known.filter(([, most]) => most <= target);
  const high = known.filter(([, most]) => most > target && most < needs).sort(([, a], [, b]) => a - b);
  const [nearest] = high;
  return { low, nearest, amount: nearest ? nearest[1] : needs };
}

export function quotaText(
  container: string,
  resource: Resource,
  amount: number,
  { of, quota, by }: QuotaShortage,
): string {
  const more = formatAmount(resource, by);
  return `Raise \`${of}.${resource}\` of ResourceQuota ${quota} by at least ${more} first: it has no room for ${container} with ${formatAmount(resource, amount)}.`;
}

function step(by: Cap['by'] | Other, { container, resource }: Raise, most: number): string {
  const amount = formatAmount(resource, amountToWrite(resource, most));
  const what = resourceName(resource);
  switch (by) {
    case 'policy':
      return `Raise \`maxAllowed.${resource}\` of ${container} in the policy to at least ${amount}.`;
    case 'limit-range':
      return `Raise the maximum of ${what} in the LimitRange of the namespace to at least ${amount}.`;
    case 'limit':
      return `Raise the ${what} limit of ${container} to at least ${amount}, or let the VPA control limits too.`;
    case 'pod':
      return `Raise what the pods state of ${what} as a whole so that ${container} can have ${amount}, or let the VPA size them: \`plumbline.dev/pod-level: auto\`.`;
    case 'setting':
      return `Raise the most ${what} that Plumbline's settings allow a container to at least ${amount}.`;
    case 'largest-node':
    case 'node':
      return `Add a node that can give a pod at least ${amount} of ${what}.`;
    case 'room-now':
      return `Add a node, or lower the requests of other pods: no node has ${amount} of ${what} left for each pod.`;
  }
}
