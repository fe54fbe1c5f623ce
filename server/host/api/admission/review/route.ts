import { RIGHTS } from '../../../../access';
import { answerBody, MOST_REVIEW_BYTES, postedReview } from '../../../posted-pods';
import { access, runtime } from '../../../runtime';
import { answer } from '../../answer';
import { jsonOf } from '../../body';

/** An AdmissionReview answered as the webhook would; counts and records nothing. */
export const POST = answer(async (request, _params, person) => {
  const review = postedReview(await jsonOf(request, MOST_REVIEW_BYTES));
  await access().mustMayDo(person, [RIGHTS.read(review.request.namespace)]);
  const verdict = await (await runtime().trials()).review(review.request);
  const headers = { 'content-type': 'application/json' };
  return new Response(answerBody(review, review.request.uid, verdict), { headers });
}, 'person');
