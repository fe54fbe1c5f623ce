import { runtime } from '../../runtime';
import { listing } from '../listing';

/** One page of the workloads, and their totals. */
export const GET = listing((asked) => runtime().pages.workloads(asked));
