import * as z from 'zod';
import { type PastedPod, readManifest } from '../admission/trying/manifest';
import { type AdmissionRequest, answerBody } from '../decide/new/review-types';
import { AppError } from '../lib/report/errors';

/** Longer manifests are none that people paste. */
export const MOST_MANIFEST_BYTES = 512 * 1024;
/** As the webhook takes. */
export const MOST_REVIEW_BYTES = 5 * 1024 * 1024;

const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const namespaceText = z.string().regex(NAMESPACE, 'must be the name of a namespace');

/** A manifest to try, and the namespace to try it in, unless the manifest names one. */
export const trialSchema = z.strictObject({
  manifest: z.string().min(1, 'must be a manifest in YAML or JSON'),
  namespace: z.union([z.literal(''), namespaceText]).optional(),
});

const reviewSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.literal('AdmissionReview'),
  request: z.looseObject({ uid: z.string().min(1), namespace: namespaceText.optional() }),
});

export interface PostedReview {
  apiVersion: string;
  request: AdmissionRequest;
}

/** @throws AppError `bad-request` for anything else, as the webhook answers */
export function postedReview(body: unknown): PostedReview {
  const { success, data, error } = reviewSchema.safeParse(body);
  if (success) return data;
  const [first] = error.issues;
  throw new AppError(
    'bad-request',
    `this is not an AdmissionReview with a request: ${first?.path.join('.')} ${first?.message}`,
  );
}

/** The AdmissionReview that answers, as JSON. */
export { answerBody };

/** The pod in a manifest, and the namespace it is tried in. @throws AppError `invalid` */
export function podToTry({ manifest, namespace }: z.infer<typeof trialSchema>): {
  pasted: PastedPod;
  namespace: string;
} {
  const reading = readManifest(manifest);
  if ('fault' in reading)
    throw new AppError('invalid', reading.fault, [{ field: 'manifest', message: reading.fault }]);
  const chosen = namespace || reading.namespace || 'default';
  if (!NAMESPACE.test(chosen)) {
    const message = 'The namespace in it is none.';
    throw new AppError('invalid', message, [{ field: 'manifest', message }]);
  }
  return { pasted: reading, namespace: chosen };
}
