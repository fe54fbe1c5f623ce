import { operationsOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** The recommenders that VPAs can choose here, with their parameters. */
export const GET = view(() => operationsOf(runtime()).recommenders(), { entry: 'person' });
