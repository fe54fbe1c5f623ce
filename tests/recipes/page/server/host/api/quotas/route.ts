import { listing } from '@/server/host/api/listing';
import { runtime } from '@/server/host/runtime';
import { quotasView } from '@/server/pages/quotas';

export const GET = listing(async (asked) => quotasView(await runtime().pages.namespaces(asked)));
