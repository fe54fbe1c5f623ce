import { role } from '../kube/role';
import type { Journal } from '../store';
import type { HpaHandle } from './handle';
import { HPA_KINDS } from './kinds';
import { HPA_READS } from './settings';

interface HpaPorts {
  store: Pick<Journal, 'record'>;
  /** Whether a stop holds back what would be done to an object. */
  isStopped(namespace: string, name: string): boolean;
}

/** Evaluates every HPA, and scales by those that ask for it. */
export const hpa = role({
  name: 'hpa',
  watches: HPA_KINDS,
  settings: HPA_READS,
  leads: true,
  start: async (context, { store, isStopped }: HpaPorts): Promise<HpaHandle> =>
    (await import('./index')).startHpaController(context, { recorder: store, isStopped }),
  offers: (handle) => ({ hpaTrial: handle }),
});
