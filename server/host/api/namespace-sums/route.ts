import { runtime } from '../../runtime';
import { listing } from '../listing';

/** The namespaces that have VPAs, with what these come to. */
export const GET = listing((asked) => runtime().pages.namespaceSums(asked));
