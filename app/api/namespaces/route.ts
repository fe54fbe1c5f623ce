import { listing } from '@/app/api/listing';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** The namespaces that have VPAs, and how many. */
export const GET = listing((asked) => runtime().pages.namespaces(asked));
