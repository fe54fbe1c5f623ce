import type { KubeClient } from '../../kube/client';
import { isKubeError } from '../../kube/errors';
import { type Author, subjectOf } from '../../kube/identity';
import { AppError } from '../../lib/report/errors';
import { API_RESOURCES } from '../../objects/resources';

interface Review {
  status?: { allowed?: boolean; reason?: string };
}

/**
 * Whether the cluster lets a person decide about changes in a namespace: the right to create ChangeApprovals there.
 * Without a login nobody is known, and the API server judges the account of this process when it creates one.
 * @throws AppError `forbidden` if the person may not, or the cluster does not let us ask
 */
export async function mustMayDecide(client: KubeClient, author: Author, namespace: string): Promise<void> {
  const { who, isUnnamed } = author;
  if (isUnnamed) return;
  const { group, plural: resource } = API_RESOURCES.changeApprovals;
  const resourceAttributes = { namespace, verb: 'create', group, resource };
  const spec = { ...subjectOf(who, author), resourceAttributes };
  const body = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec };
  let review: Review;
  try {
    review = await client.request<Review>('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      body,
    });
  } catch (cause) {
    if (!isKubeError(cause)) throw cause;
    const why = `the cluster does not say whether ${who} may create changeapprovals.plumbline.dev in ${namespace}: ${cause.message}`;
    throw new AppError('forbidden', why, [], { cause });
  }
  if (review.status?.allowed === true) return;
  throw new AppError(
    'forbidden',
    `${who} lacks the right to create changeapprovals.plumbline.dev in ${namespace}`,
  );
}
