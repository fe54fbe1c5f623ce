import { RIGHTS } from '../../../access';
import { readQuery } from '../../recommendation-query';
import { access, runtime } from '../../runtime';
import { answer } from '../answer';
import { jsonOf } from '../body';

/** No pod is larger. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** The current recommendation for a pod or a VPA. */
export const POST = answer(async (request, _params, person) => {
  const body = await jsonOf(request, MAX_BODY_BYTES);
  await access().mustMayDo(person, [RIGHTS.read(readQuery(body).namespace)]);
  return runtime().recommend(body);
}, 'person');
