import { view } from '@/app/api/view';
import { RIGHTS } from '@/server/access';
import { diagnosticsOf } from '@/server/process/diagnostics';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** What this process is, how its parts are, what it may do and how it is set; for readers of the whole cluster. */
export const GET = view(() => diagnosticsOf(runtime()), { entry: () => [RIGHTS.read()] });
