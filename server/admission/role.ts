import { role } from '../kube/role';
import type { AdmissionHandle, AdmissionOptions } from './index';
import { ADMISSION_READS } from './settings';
import { FOLLOWED_KINDS } from './watch/kinds';

/** Reviews pods as they are created, and VPAs as they are changed. */
export const admission = role({
  name: 'admission',
  watches: FOLLOWED_KINDS,
  settings: ADMISSION_READS,
  keepsNothing: true,
  check: async (settings) =>
    (await import('../decide/features/approvals/default-rules')).checkDefaultRules(settings),
  start: async (context, ports: AdmissionOptions): Promise<AdmissionHandle> =>
    (await import('./index')).startAdmission(context, ports),
});
