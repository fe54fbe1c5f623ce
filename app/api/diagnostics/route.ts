import { view } from '@/app/api/view';
import { RIGHTS } from '@/server/access';
import { runtime } from '@/server/host/runtime';
import { diagnosticsOf } from '@/server/pages/diagnostics';

export const dynamic = 'force-dynamic';

/** What this process is, how its parts are, what it may do and how it is set; for readers of the whole cluster. */
export const GET = view(() => diagnosticsOf(runtime()), { entry: () => [RIGHTS.read()] });
