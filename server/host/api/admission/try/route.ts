import { RIGHTS } from '../../../../access';
import { MOST_MANIFEST_BYTES, podToTry, trialSchema } from '../../../posted-pods';
import { access, runtime } from '../../../runtime';
import { answer } from '../../answer';
import { jsonOf, parse } from '../../body';

/** What admission would make of the pod in a manifest; changes and records nothing. */
export const POST = answer(async (request, _params, person) => {
  const { pasted, namespace } = podToTry(parse(trialSchema, await jsonOf(request, MOST_MANIFEST_BYTES)));
  await access().mustMayDo(person, [RIGHTS.read(namespace)]);
  return (await runtime().trials()).tryPod(pasted, namespace);
}, 'person');
