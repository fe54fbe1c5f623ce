import type { KubeObject } from '../../kube/types';
import type { PatchOperation } from './patch';

/** `admission.k8s.io/v1` AdmissionReview, as far as it is read or written here. */
export interface AdmissionRequest {
  uid: string;
  kind?: { group: string; version: string; kind: string };
  resource?: { group: string; version: string; resource: string };
  subResource?: string;
  name?: string;
  namespace?: string;
  operation?: string;
  object?: KubeObject | null;
  oldObject?: KubeObject | null;
  dryRun?: boolean;
  /** Who asks the API server. */
  userInfo?: { username?: string };
}

export interface AdmissionReview {
  apiVersion: string;
  kind: string;
  request?: AdmissionRequest;
}

/** What the API server is answered, before the patch is encoded. */
export interface AdmissionVerdict {
  allowed: boolean;
  operations?: readonly PatchOperation[];
  warnings?: readonly string[];
  /** Why it is not allowed. */
  refusal?: Refusal;
}

export interface Refusal {
  code: number;
  reason: string;
  message: string;
  causes?: { reason: string; message: string; field: string }[];
}

/** The body of the answer to a review. */
export function answerBody(
  review: Pick<AdmissionReview, 'apiVersion'>,
  uid: string,
  verdict: AdmissionVerdict,
): string {
  const { allowed, operations, warnings, refusal } = verdict;
  const response: Record<string, unknown> = { uid, allowed };
  if (operations && operations.length > 0) {
    response.patchType = 'JSONPatch';
    response.patch = Buffer.from(JSON.stringify(operations)).toString('base64');
  }
  if (warnings && warnings.length > 0) response.warnings = warnings;
  if (refusal) {
    const { code, reason, message, causes } = refusal;
    response.status = {
      metadata: {},
      status: 'Failure',
      code,
      reason,
      message,
      ...(causes ? { details: { causes } } : {}),
    };
  }
  return JSON.stringify({ apiVersion: review.apiVersion, kind: 'AdmissionReview', response });
}
