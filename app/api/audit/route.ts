import { answer } from '@/app/api/answer';
import { readAudit } from '@/server/process/requests';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The audit log, newest first. */
export const GET = answer((request) => readAudit(runtime().store, new URL(request.url).searchParams));
