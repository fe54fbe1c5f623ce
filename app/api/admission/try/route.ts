import { answer } from '@/app/api/answer';
import { jsonOf, parse } from '@/app/api/body';
import { RIGHTS } from '@/server/access';
import { MOST_MANIFEST_BYTES, podToTry, trialSchema } from '@/server/host/posted-pods';
import { access, runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** What admission would make of the pod in a manifest; changes and records nothing. */
export const POST = answer(async (request, _params, person) => {
  const { pasted, namespace } = podToTry(parse(trialSchema, await jsonOf(request, MOST_MANIFEST_BYTES)));
  await access().mustMayDo(person, [RIGHTS.read(namespace)]);
  return (await runtime().trials()).tryPod(pasted, namespace);
}, 'person');
