import { answer } from '@/app/api/answer';
import { jsonOf } from '@/app/api/body';
import { RIGHTS } from '@/server/access';
import { answerBody, MOST_REVIEW_BYTES, postedReview } from '@/server/host/posted-pods';
import { access, runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** An AdmissionReview answered as the webhook would; counts and records nothing. */
export const POST = answer(async (request, _params, person) => {
  const review = postedReview(await jsonOf(request, MOST_REVIEW_BYTES));
  await access().mustMayDo(person, [RIGHTS.read(review.request.namespace)]);
  const verdict = await (await runtime().trials()).review(review.request);
  const headers = { 'content-type': 'application/json' };
  return new Response(answerBody(review, review.request.uid, verdict), { headers });
}, 'person');
