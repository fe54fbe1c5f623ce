import { type HpaReplicas, replicasWords } from './clauses';
import { row } from './row';

/** What a change brings about besides. */
export const EFFECT_REASONS = {
  'hpa-follows': row('It changes a request that an HPA scales on.', (found: HpaReplicas) =>
    replicasWords(found),
  ),
};
