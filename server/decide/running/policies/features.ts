import type { VpaFeature } from '../../features/feature';
import { FEATURES } from '../../features/features';
import type { Restraint } from '../policy';

const ALL: readonly VpaFeature[] = FEATURES;

/** What VPAs opt into that holds changes of running pods back. */
export const featureRestraints: readonly Restraint[] = ALL.flatMap(({ name, restraint }) =>
  restraint
    ? {
        name,
        isForRunning: true,
        begin: ({ vpa }, { cluster }) => restraint.begin(vpa.vpa, cluster.settings),
        review: (proposal, { nowMs }, reading) => restraint.review(proposal, nowMs, reading),
        changesMs: ({ nowMs }, reading) => restraint.changesMs?.(nowMs, reading),
      }
    : [],
);
