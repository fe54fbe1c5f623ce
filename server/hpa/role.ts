import { role } from '../kube/role';
import type { Journal } from '../store';
import type { ScalerHandle } from './handle';
import { SCALER_KINDS } from './kinds';
import { SCALER_READS } from './settings';

/** What it gets from the process besides the cluster. */
interface HorizontalPorts {
  store: Pick<Journal, 'record'>;
  /** Whether a stop holds back what would be done to an object. */
  isStopped(namespace: string, name: string): boolean;
}

/** Evaluates every HPA, and scales by those that ask for it. */
export const horizontal = role({
  name: 'horizontal',
  watches: SCALER_KINDS,
  settings: SCALER_READS,
  leads: true,
  start: async (context, { store, isStopped }: HorizontalPorts): Promise<ScalerHandle> =>
    (await import('./index')).startScaler(context, { recorder: store, isStopped }),
  offers: (handle) => ({ hpaTrial: handle }),
});
