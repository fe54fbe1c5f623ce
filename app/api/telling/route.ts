import { tellingOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

export const GET = view(() => tellingOf(runtime()).view());
