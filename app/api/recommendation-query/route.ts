import { answer } from '@/app/api/answer';
import { jsonOf } from '@/app/api/body';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** No pod is larger. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** The current recommendation for a pod or a VPA. */
export const POST = answer(async (request) => runtime().recommend(await jsonOf(request, MAX_BODY_BYTES)));
