import * as z from 'zod';
import { ofKey } from '../../../lib/memo/of-key';
import { parsed } from '../../../objects/json-object';
import {
  type Amounts,
  EPHEMERAL_STORAGE,
  REQUESTED_RESOURCES,
  type RequestedResource,
} from '../../../objects/units';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { withoutSeenCpu } from '../../pods/bounded-by-use';
import type { ContainerRecommendation, Recommendation } from '../../pods/recommendation';
import { type ApprovalFacts, mayBecome } from './judge';

/**
 * On a VPA whose changes wait for a person: what its pods request, in millicores and bytes by container. New pods
 * get the same until more is approved, so that no rollout goes past an approval. The updater writes it.
 */
export const UNAPPROVED_REQUESTS_ANNOTATION = 'plumbline.dev/held-requests';

export type UnapprovedRequests = ReadonlyMap<string, Amounts>;

const NONE: UnapprovedRequests = new Map();
const amount = z.number().nonnegative().optional();
const schema = z.record(z.string(), z.object({ cpu: amount, memory: amount, [EPHEMERAL_STORAGE]: amount }));

/** Watched objects are immutable, so each is parsed once. */
const UNAPPROVED = new WeakMap<object, UnapprovedRequests>();

/** What is noted; nothing if it cannot be read. */
export function readUnapproved(vpa: Pick<VerticalPodAutoscaler, 'metadata'>): UnapprovedRequests {
  const text: unknown = vpa.metadata.annotations?.[UNAPPROVED_REQUESTS_ANNOTATION];
  if (text === undefined) return NONE;
  return ofKey(UNAPPROVED, vpa, () => heldIn(String(text)));
}

function heldIn(text: string): UnapprovedRequests {
  return new Map(Object.entries((schema.safeParse(parsed(text)).data ?? {}) as Record<string, Amounts>));
}

/** The text of the annotation; null, which removes it, without any. */
export function unapprovedText(unapproved: UnapprovedRequests): string | null {
  return unapproved.size > 0 ? JSON.stringify(Object.fromEntries(unapproved)) : null;
}

/**
 * The recommendation for new pods of a VPA whose changes wait: the target where it may become that, else what is
 * noted. What nothing is noted of has no target, so that a pod keeps what it states.
 */
export function asApproved(
  recommendation: Recommendation | undefined,
  facts: Pick<ApprovalFacts, 'rules' | 'decisions'>,
  unapproved: UnapprovedRequests,
  nowMs: number,
): Recommendation | undefined {
  if (!recommendation) return undefined;
  const next = new Map<string, ContainerRecommendation>();
  for (const [container, own] of recommendation) {
    let settled = own;
    for (const resource of REQUESTED_RESOURCES) {
      const to = own.target[resource];
      if (to === undefined) continue;
      const from = unapproved.get(container)?.[resource];
      if (from !== undefined && mayBecome(facts, { container, resource, from, to }, nowMs)) continue;
      settled = withTarget(settled, resource, from);
    }
    next.set(container, settled);
  }
  return next;
}

function withTarget(
  own: ContainerRecommendation,
  resource: RequestedResource,
  to: number | undefined,
): ContainerRecommendation {
  const { [resource]: _former, ...target } = own.target;
  const kept = resource === 'cpu' ? withoutSeenCpu(own) : own;
  return { ...kept, target: to === undefined ? target : { ...target, [resource]: to } };
}
