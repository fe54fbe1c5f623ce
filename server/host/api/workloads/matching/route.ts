import { runtime } from '../../../runtime';
import { listing } from '../../listing';

/** The names of the workloads that match a query of the list. */
export const GET = listing((asked) => runtime().pages.workloadLists.matching(asked));
