import { needWith } from '../places/need-with';
import type { PodDemand } from '../places/pod-need';
import type { ProposedUpdate } from './policy';

/** What the pod, or its successor, takes of a node once it states what is planned. */
export function needAfter({ facts, changes }: Pick<ProposedUpdate, 'facts' | 'changes'>): PodDemand {
  return needWith(facts.pod, (name) => changes.find(({ container }) => container === name)?.to);
}
