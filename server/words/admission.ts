import type { RequestedResource } from '../objects/units';
import { formatAmount } from './amounts';

/** Why a pod was admitted unchanged. The keys are a metric label; the sentences are for people. */
const UNCHANGED_REASONS = {
  'no-vpa': 'No VPA targets its controller.',
  'mode-off': 'The mode of its VPA is Off.',
  'before-first-change': 'Its VPA is too young to change pods.',
  stopped: 'Its VPA is stopped.',
  'already-patched': 'It has this patch already.',
  'patch-withheld': 'The patch would make it invalid.',
  'not-ready': 'The VPAs of the cluster are not known yet.',
  unreadable: 'The object under review cannot be read.',
  'not-reviewed': 'Only new pods and new or changed VPAs are reviewed.',
  failed: 'Plumbline failed on it.',
} as const;

export type UnchangedReason = keyof typeof UNCHANGED_REASONS;

export function unchangedSentence(reason: UnchangedReason): string {
  return UNCHANGED_REASONS[reason];
}

/** Why a container keeps its own request for a resource, as a clause that follows "because". */
export const LEFT_REASONS = {
  'scaled-horizontally': 'a HorizontalPodAutoscaler scales on it',
  'container-off': 'the policy of its VPA turns it off',
  'not-controlled': 'its VPA does not control it',
  'mode-off': 'the mode of its VPA is Off',
  'before-first-change': 'its VPA is too young to change pods',
  'nothing-recommended': 'it has no recommendation',
  'awaits-approval': 'its change waits for a person to approve it',
  'no-room': "the pod's resources, a quota or the nodes leave no room for it",
} as const;

export type LeftReason = keyof typeof LEFT_REASONS;

/** The number behind a clause, in millicores or bytes, and the object that states it. */
interface CapFacts {
  amount?: number;
  /** The LimitRange or ResourceQuota. */
  source?: string;
  /** What the largest node has. */
  largest?: number;
  asked?: number;
}

/** The same with the amounts as texts. */
type Said = { readonly [Fact in keyof CapFacts]: string | undefined };

const to = ({ amount }: Said) => (amount === undefined ? '' : `, ${amount}`);
const of = ({ amount }: Said) => (amount === undefined ? '' : ` of ${amount}`);
const range = ({ source }: Said) => (source ? `LimitRange ${source}` : 'a LimitRange');

/** Why an amount differs from what the usage needs, or why there is no limit. */
const CAPS = {
  needs: ({ amount }) => `needs ${amount}`,
  ratio: () => 'keeps its ratio to the request',
  'min-allowed': (said) => `raised to minAllowed of the policy${to(said)}`,
  'max-allowed': (said) => `lowered to maxAllowed of the policy${to(said)}`,
  'setting-max': (said) => `lowered to the maximum for policies without maxAllowed, a setting${to(said)}`,
  'largest-node': ({ amount, largest }) =>
    `lowered to ${amount}, so that the pod fits the largest node, which has ${largest}`,
  'former-policy': ({ amount }) => `held at ${amount} by an earlier policy, until the next pass`,
  approval: ({ amount }) => `held at ${amount} until somebody approves more`,
  'hpa-given': ({ amount }) => `set to ${amount}, as the running pods have it, for the HPA that scales on it`,
  'container-range-min': (said) => `raised to the minimum of ${range(said)}${to(said)}`,
  'container-range-max': (said) => `lowered to the maximum of ${range(said)}${to(said)}`,
  'container-limit': (said) => `lowered to the container's own limit${to(said)}`,
  'pod-resources': (said) => `lowered to what the pod's own resources leave${of(said)}`,
  'limit-of-policy': () => 'its limit is not raised above maxAllowed of the policy',
  'limit-of-node': () => 'its limit is not raised above what the largest node can give',
  'seen-use': (said) => `kept from falling below the most that was seen used${to(said)}`,
  'pod-range': (said) => `scaled to fit ${range(said)} for pods${to(said)}`,
  quota: ({ source, amount, asked }) =>
    `quota ${source} has ${amount} left${asked === undefined ? '' : ` and its target is ${asked}`}`,
  'room-now': () => 'lowered to what a node has room for now, so that the pod need not wait for one',
  'peers-use': () => 'kept from falling below what its peers use now',
  'too-early-to-lower': () => 'not lowered before there is a day of usage',
  'boost-of-node': () => 'startup boost lowered to what the largest node has left',
  'boost-max': () => 'startup boost lowered to the largest allowed',
  'boost-container-limit': (said) => `startup boost lowered to the container's own limit${to(said)}`,
  'no-original-limit': () => 'no limit is set, because the container states none',
  'no-recommended-request': () => 'no limit is set, because no request is recommended',
} satisfies Record<string, (said: Said) => string>;

/** A cap with its numbers. */
export type CapWords = CapFacts & { code: keyof typeof CAPS };

/** A cap as a clause. */
export function capWords(
  resource: RequestedResource,
  { code, source, amount, largest, asked }: CapWords,
): string {
  const text = (one: number | undefined) => (one === undefined ? undefined : formatAmount(resource, one));
  return CAPS[code]({ source, amount: text(amount), largest: text(largest), asked: text(asked) });
}
