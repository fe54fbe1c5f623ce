import { listing } from '@/app/api/listing';
import { messagesOf } from '@/app/api/roles';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** Where people are told what happens, and what they were told about the namespaces that the person may read. */
export const GET = listing(({ reach }) => messagesOf(runtime()).view((namespace) => reach.covers(namespace)));
