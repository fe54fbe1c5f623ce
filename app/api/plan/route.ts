import { answer } from '@/app/api/answer';
import { updaterOf } from '@/app/api/roles';
import { runtime } from '@/server/runtime';

export const dynamic = 'force-dynamic';

/** What a pass beginning now would do to every pod, and why. */
export const GET = answer(() => updaterOf(runtime()).plan());
