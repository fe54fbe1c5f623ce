import { listing } from '@/app/api/listing';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

export const GET = listing((asked) => runtime().pages.inbox.list(asked));
