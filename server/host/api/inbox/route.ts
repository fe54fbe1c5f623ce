import { runtime } from '../../runtime';
import { listing } from '../listing';

export const GET = listing((asked) => runtime().pages.inbox.list(asked));
