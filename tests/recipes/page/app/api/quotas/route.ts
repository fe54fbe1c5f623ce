import { listing } from '@/app/api/listing';
import { runtime } from '@/server/host/runtime';
import { quotasView } from '@/server/pages/quotas';

export const dynamic = 'force-dynamic';

export const GET = listing(async (asked) => quotasView(await runtime().pages.namespaces(asked)));
