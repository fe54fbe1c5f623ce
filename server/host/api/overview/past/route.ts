import { pastTotals } from '../../../../pages/overview/past-query';
import { runtime } from '../../../runtime';
import { listing } from '../../listing';

/** What the workloads of now requested, needed and used, of a day, a week or a month. */
export const GET = listing((asked) => pastTotals(runtime().pages.past, asked));
