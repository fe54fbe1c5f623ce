import { answer } from '@/app/api/answer';
import { runtime } from '@/server/runtime';
import { readAudit } from '@/server/runtime/requests';

export const dynamic = 'force-dynamic';

/** The audit log, newest first. */
export const GET = answer((request) => readAudit(runtime().store, new URL(request.url).searchParams));
