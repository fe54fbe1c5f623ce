import { answer } from '@/app/api/answer';
import { jsonOf } from '@/app/api/body';
import { RIGHTS } from '@/server/access';
import { readQuery } from '@/server/host/recommendation-query';
import { access, runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** No pod is larger. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** The current recommendation for a pod or a VPA. */
export const POST = answer(async (request, _params, person) => {
  const body = await jsonOf(request, MAX_BODY_BYTES);
  await access().mustMayDo(person, [RIGHTS.read(readQuery(body).namespace)]);
  return runtime().recommend(body);
}, 'person');
