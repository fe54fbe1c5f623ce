import { runtime } from '../../runtime';
import { listing } from '../listing';
import { messagesOf } from '../roles';

/** Where people are told what happens, and what they were told about the namespaces that the person may read. */
export const GET = listing(({ reach }) => messagesOf(runtime()).view((namespace) => reach.covers(namespace)));
