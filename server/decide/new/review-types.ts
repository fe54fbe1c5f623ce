import type { KubeObject } from '../../objects/types';
import { borneWarnings } from './borne-warnings';
import type { PatchOperation } from './patch';

/** `admission.k8s.io/v1` AdmissionReview: the fields that are read or written here. */
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
  /** The user of the request. */
  userInfo?: { username?: string };
}

export interface AdmissionReview {
  apiVersion: string;
  kind: string;
  request?: AdmissionRequest;
}

/** The answer to the API server, before the patch is encoded. */
export interface AdmissionVerdict {
  allowed: boolean;
  operations?: readonly PatchOperation[];
  /** The operations as JSON, where that was made already. */
  patch?: string;
  warnings?: readonly string[];
  /** Why it is not allowed. */
  denial?: Denial;
}

export interface Denial {
  code: number;
  reason: string;
  message: string;
  causes?: { reason: string; message: string; field: string }[];
}

/**
 * The body of the answer to a review, in ASCII. It is assembled by hand: serialising it as one object would take ten
 * times as long for the patch alone.
 */
export function answerBody(
  { apiVersion }: Pick<AdmissionReview, 'apiVersion'>,
  uid: string,
  { allowed, operations, patch: made, warnings, denial }: AdmissionVerdict,
): string {
  let response = `"uid":${asciiJson(uid)},"allowed":${allowed}`;
  if (operations && operations.length > 0) {
    const patch = Buffer.from(made ?? JSON.stringify(operations)).toString('base64');
    response += `,"patchType":"JSONPatch","patch":"${patch}"`;
  }
  if (warnings && warnings.length > 0) response += `,"warnings":${asciiJson(borneWarnings(warnings))}`;
  if (denial) response += `,"status":${asciiJson(statusOf(denial))}`;
  const version = asciiJson(apiVersion ?? null);
  return `{"apiVersion":${version},"kind":"AdmissionReview","response":{${response}}}`;
}

/** What JSON writes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

function asciiJson(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return `"${value}"`;
  return JSON.stringify(value).replace(/[\u0080-\uffff]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function statusOf({ code, reason, message, causes }: Denial) {
  return {
    metadata: {},
    status: 'Failure',
    code,
    reason,
    message,
    ...(causes ? { details: { causes } } : {}),
  };
}
