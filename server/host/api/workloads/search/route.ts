import { runtime } from '../../../runtime';
import { listing } from '../../listing';

/** The workloads that best match the typed words. */
export const GET = listing((asked) => runtime().pages.search(asked));
