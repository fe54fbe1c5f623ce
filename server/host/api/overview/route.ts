import { overviewOf } from '../../../pages/overview';
import { runtime } from '../../runtime';
import { listing } from '../listing';

/** The state of the cluster at a glance. */
export const GET = listing((asked) => overviewOf(runtime(), asked));
