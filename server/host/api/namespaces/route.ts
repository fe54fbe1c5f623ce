import { runtime } from '../../runtime';
import { listing } from '../listing';

/** The namespaces that have VPAs, and how many. */
export const GET = listing((asked) => runtime().pages.namespaces(asked));
