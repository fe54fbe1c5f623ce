import type { PlannedPods } from '@/server/contract/plan';
import { waitsForTimeAlone } from '@/server/words/waits-for-time';
import { ApplyNowButton } from './apply-now-button';

interface ApplyNowProps {
  namespace: string;
  name: string;
  groups: readonly PlannedPods[];
}

/** Asks for the changes of a VPA that only wait for their time; nothing where there are none. */
export function ApplyNow({ namespace, name, groups }: ApplyNowProps) {
  const pods = groups.filter(waitsForTimeAlone).reduce((sum, { count }) => sum + count, 0);
  return pods === 0 ? null : <ApplyNowButton namespace={namespace} name={name} pods={pods} />;
}
