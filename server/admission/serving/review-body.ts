import {
  type AdmissionRequest,
  type AdmissionReview,
  type AdmissionVerdict,
  answerBody,
} from '../../decide/new/review-types';
import { jsonFrom } from '../../objects/json-object';

/** The answer to a posted body. */
export interface ReviewAnswer {
  readonly status: 200 | 400;
  readonly type: 'application/json' | 'text/plain';
  /** In ASCII: as many bytes as characters. */
  readonly body: string;
}

/** A UUID is a quarter of it. */
const LONGEST_UID = 128;

const NO_REVIEW: ReviewAnswer = {
  status: 400,
  type: 'text/plain',
  body: 'this is not an AdmissionReview with a request',
};

/** The answer to a review of which nobody knows who sent it: allowed, unchanged. Its object is not looked at. */
export function unprovenAnswer(body: Buffer): ReviewAnswer {
  const posted = parse(body);
  const uid = posted?.request?.uid;
  if (!posted || typeof uid !== 'string' || uid === '' || uid.length > LONGEST_UID) return NO_REVIEW;
  return { status: 200, type: 'application/json', body: answerBody(posted, uid, { allowed: true }) };
}

/**
 * Reviews the object in `body`. Answers at once unless `review` waits for another process; on any failure the
 * object is admitted unchanged.
 */
export function answerTo(
  body: Buffer | undefined,
  review: (request: AdmissionRequest) => AdmissionVerdict | Promise<AdmissionVerdict>,
): ReviewAnswer | Promise<ReviewAnswer> {
  const posted = parse(body);
  const request = posted?.request;
  if (!posted || !request?.uid) return NO_REVIEW;
  const { uid } = request;
  const answer = (verdict: AdmissionVerdict): ReviewAnswer => ({
    status: 200,
    type: 'application/json',
    body: answerBody(posted, uid, verdict),
  });
  const letThrough = (): ReviewAnswer => answer({ allowed: true });
  try {
    const verdict = review(request);
    return verdict instanceof Promise ? verdict.then(answer).catch(letThrough) : answer(verdict);
  } catch {
    return letThrough();
  }
}

function parse(body: Buffer | undefined): AdmissionReview | undefined {
  try {
    const review = jsonFrom(body?.toString('utf8') ?? '');
    return typeof review === 'object' && review !== null ? (review as AdmissionReview) : undefined;
  } catch {
    return undefined;
  }
}
