import type { BulkStep, NotTaken } from '../../contract/requests/bulk';
import { readGraduation } from '../../decide/features/graduation/rules';
import { heldMode } from '../../decide/pods/mode-before-stop';
import { policyNameOf } from '../../decide/pods/policy-label';
import type { UpdateMode, VerticalPodAutoscaler } from '../../objects/vpa-types';

type Skipped = Extract<NotTaken, { kind: 'skipped' }>;
type StepOf<Kind extends BulkStep['kind']> = Extract<BulkStep, { kind: Kind }>;

/** The mode that people gave a VPA: with a stop, the one that counts once it is lifted. */
export function givenMode(vpa: VerticalPodAutoscaler): UpdateMode {
  return heldMode(vpa)?.mode ?? vpa.spec?.updatePolicy?.updateMode ?? 'Recreate';
}

/** Why a VPA keeps its mode; undefined if it changes. */
export function modeStays(
  { mode, from }: Pick<StepOf<'mode'>, 'mode' | 'from'>,
  vpa: VerticalPodAutoscaler | undefined,
): Skipped | undefined {
  if (!vpa) return skipped('gone');
  const now = givenMode(vpa);
  if (now === mode) return skipped('same-mode');
  if (from !== undefined && from !== now) return skipped('changed-since', `Its mode is ${now}.`);
  const policy = policyNameOf(vpa.metadata);
  if (policy !== undefined) return skipped('kept-by-policy', `It is of policy ${policy}.`);
  if (readGraduation(vpa).kind !== 'none') return skipped('graduates');
  return undefined;
}

/** Why a VPA that was just made is not removed; undefined if it is. */
export function staysThere(
  { uid, generation }: Pick<StepOf<'remove'>, 'uid' | 'generation'>,
  vpa: VerticalPodAutoscaler | undefined,
): Skipped | undefined {
  if (!vpa || vpa.metadata.uid !== uid) return skipped('gone');
  if ((vpa.metadata.generation ?? generation) !== generation) return skipped('changed-since');
  return undefined;
}

export function skipped(reason: Skipped['reason'], detail?: string): Skipped {
  return { kind: 'skipped', reason, ...(detail !== undefined && { detail }) };
}
