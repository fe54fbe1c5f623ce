import type { Reason } from '../../../words/reasons';
import { waitsForCapacity } from '../../places/waits-for-capacity';
import type { Exclusion, Leave } from '../policy';

const leave = (reason: Reason): Leave => ({ kind: 'leave', reason });

const TERMINATING = leave({ code: 'pod-terminating' });
const UNSCHEDULED = leave({ code: 'pod-unscheduled' });
const NO_CONTROLLER = leave({ code: 'no-controller' });
const NO_RECOMMENDATION = leave({ code: 'no-recommendation' });

/** Only pods that live, have a node or wait for room on one, and would be replaced count. */
export const livePod: Exclusion = {
  name: 'live-pod',
  review(facts, _workload, { cluster }) {
    if (facts.isTerminating) return TERMINATING;
    if (facts.isFinished) return leave({ code: 'pod-finished', phase: facts.phase });
    const mayHelp = facts.isScheduled || (cluster.settings.respectRoom && waitsForCapacity(facts.pod));
    if (!mayHelp) return UNSCHEDULED;
    // The kubelet owns a static pod by its node, and makes it again as the file says.
    return facts.owner && facts.owner.kind !== 'Node' ? undefined : NO_CONTROLLER;
  },
};

/** Of several VPAs of one target, one acts. */
export const notOverruled: Exclusion = {
  name: 'controlling-vpa',
  review(_facts, { overruledBy }) {
    return overruledBy === undefined ? undefined : leave({ code: 'other-vpa-acts', vpa: overruledBy });
  },
};

/** Without a recommendation a pod has no target, except back from a startup boost. */
export const recommendationGiven: Exclusion = {
  name: 'recommendation-given',
  review(facts, { vpa }) {
    if (facts.boosted.size > 0) return undefined;
    const { recommendation } = vpa;
    const isAny = recommendation && facts.containers.some(({ name }) => recommendation.has(name));
    return isAny ? undefined : NO_RECOMMENDATION;
  },
};

/** A container that admission did not see got no patch, so comparing it would only cause a loop. */
export const containersObserved: Exclusion = {
  name: 'observed-containers',
  review({ observed, containers, boosted }, { vpa }) {
    if (!observed || boosted.size > 0) return undefined;
    const isAny = containers.some(({ name }) => observed.has(name) && vpa.recommendation?.has(name));
    return isAny ? undefined : leave({ code: 'not-observed', observed: [...observed].join(', ') });
  },
};
