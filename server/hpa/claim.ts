import type { Claim } from '../contract/hpas';
import type { HorizontalPodAutoscaler } from '../objects/types';
import { ANNOTATIONS } from '../words/annotations';

/** Asks Plumbline to scale what an HPA targets. */
export const CONTROLLER_ANNOTATION = ANNOTATIONS.controller.name;
const PLUMBLINE = 'plumbline';

/** The name Plumbline's writes go by. */
export const FIELD_MANAGER = 'plumbline';

/**
 * Ends the message of the condition AbleToScale in every status that Plumbline writes. Any other HPA controller
 * writes that message at each of its syncs, so it cannot stay while one is at work.
 */
export const MARK = ' (Plumbline)';

/** After another controller was seen, Plumbline tries again so much later. */
const TRY_AGAIN_MS = 600_000;

export interface ClaimFacts {
  readonly hpa: HorizontalPodAutoscaler;
  readonly isOn: boolean;
  readonly isLeading: boolean;
  /** The resourceVersion that Plumbline's last write of the status replaced. */
  readonly written?: { readonly before?: string | undefined } | undefined;
  readonly takeoverMs: number;
  readonly nowMs: number;
}

/** Who scales from now on. A claim is only held after a while in which nobody else wrote the status. */
export function nextClaim(former: Claim | undefined, facts: ClaimFacts): Claim {
  const { hpa, isOn, isLeading, nowMs, takeoverMs } = facts;
  if (hpa.metadata.annotations?.[CONTROLLER_ANNOTATION] !== PLUMBLINE) return { kind: 'not-asked' };
  if (!isOn) return { kind: 'off' };
  if (!isLeading) return { kind: 'following' };
  switch (former?.kind) {
    case 'trying':
      if (isOverwritten(facts)) return { kind: 'contested', by: otherWriter(hpa), sinceMs: nowMs };
      return nowMs - former.sinceMs >= takeoverMs && isMarked(hpa) ? { kind: 'held' } : former;
    case 'held':
      return isOverwritten(facts) ? { kind: 'contested', by: otherWriter(hpa), sinceMs: nowMs } : former;
    case 'contested':
      return nowMs - former.sinceMs >= TRY_AGAIN_MS ? { kind: 'trying', sinceMs: nowMs } : former;
    default:
      return { kind: 'trying', sinceMs: nowMs };
  }
}

export function writesStatus({ kind }: Claim): boolean {
  return kind === 'trying' || kind === 'held';
}

export function isMarked({ status }: HorizontalPodAutoscaler): boolean {
  return Boolean(ableToScale(status)?.message?.endsWith(MARK));
}

/** The status with Plumbline's mark. */
export function marked(
  status: NonNullable<HorizontalPodAutoscaler['status']>,
): NonNullable<HorizontalPodAutoscaler['status']> {
  const conditions = status.conditions?.map((each) =>
    each.type === 'AbleToScale' ? { ...each, message: `${each.message ?? ''}${MARK}` } : each,
  );
  return { ...status, conditions };
}

/** Whether the mark is gone, other than because the cache is behind Plumbline's own write. */
function isOverwritten({ hpa, written }: ClaimFacts): boolean {
  if (!written || isMarked(hpa)) return false;
  const { resourceVersion } = hpa.metadata;
  return resourceVersion !== written.before && ableToScale(hpa.status) !== undefined;
}

function ableToScale(status: HorizontalPodAutoscaler['status']) {
  return status?.conditions?.find(({ type }) => type === 'AbleToScale');
}

/** Who else wrote the status last, by its field managers. */
function otherWriter({ metadata }: HorizontalPodAutoscaler): string {
  const others = (metadata.managedFields ?? []).filter(
    ({ manager, subresource }) => subresource === 'status' && manager !== FIELD_MANAGER,
  );
  const last = others.reduce<(typeof others)[number] | undefined>(
    (newest, each) => (newest && (newest.time ?? '') >= (each.time ?? '') ? newest : each),
    undefined,
  );
  return last?.manager ?? 'another controller';
}
