import { role } from '../kube/role';
import { type AdmissionHandle, type AdmissionOptions, startAdmission } from './index';
import { READS } from './settings';
import { FOLLOWED_KINDS } from './watch/cluster-world';

/** Reviews pods as they are created, and VPAs as they are changed. */
export const admission = role({
  name: 'admission',
  watches: FOLLOWED_KINDS,
  settings: READS,
  keepsNothing: true,
  start: (context, ports: AdmissionOptions): Promise<AdmissionHandle> => startAdmission(context, ports),
});
