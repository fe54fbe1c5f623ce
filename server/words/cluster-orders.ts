import { MEMBER_FAULTS, type MemberFault } from './member-faults';
import { scopeWords } from './stops';

type Scope = Parameters<typeof scopeWords>[0];

/** What people do to many clusters at once. */
export type ClusterDeed = 'stop' | 'resume' | 'revert';

/**
 * How far an order is at one cluster: `away` is asked again until it answers, or the order is too old; `forgotten` is
 * what a hub that started again cannot ask for as the person.
 */
export type OrderState = 'asked' | 'away' | 'taken' | 'refused' | 'too-old' | 'forgotten';

interface OrderFacts {
  deed: ClusterDeed;
  scope: Scope;
  state: OrderState;
  fault?: MemberFault | undefined;
}

/** How far what a person ordered is at one cluster, in a sentence or two. */
export function orderWords({ deed, scope, state, fault }: OrderFacts): string {
  const what = `${deed} of ${scopeWords(scope)}`;
  const why = fault === undefined ? '' : ` ${faultWords(fault)}`;
  switch (state) {
    case 'asked':
      return `Your ${what} is on its way.`;
    case 'away':
      return `Your ${what} has not arrived yet; the hub keeps trying.${why}`;
    case 'taken':
      return `Your ${what} is taken.`;
    case 'refused':
      return `Your ${what} is refused.${why}`;
    case 'too-old':
      return `Your ${what} was dropped: it is too old.`;
    case 'forgotten':
      return `Your ${what} did not arrive: the hub restarted, and can no longer ask as you. Do it again.`;
  }
}

function faultWords(fault: MemberFault): string {
  return fault === 'forbidden' ? 'You lack the right there.' : MEMBER_FAULTS[fault].sentence;
}
