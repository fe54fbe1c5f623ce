import type { Resource } from '../../objects/units';
import { ADMITTED_ANNOTATION } from './pod-annotations';

type AdmittedRequests = Readonly<Record<string, Readonly<Partial<Record<Resource, unknown>>> | null>>;

const NONE: AdmittedRequests = {};

/** What admission made a container request, in millicores or bytes; undefined if it left that alone, or is not ours. */
export function admittedRequests(
  annotations: Readonly<Record<string, string>> | undefined,
): (container: string, resource: Resource) => number | undefined {
  const requests = readRequests(annotations?.[ADMITTED_ANNOTATION]);
  return (container, resource) => {
    const amount = Object.hasOwn(requests, container) ? requests[container]?.[resource] : undefined;
    return typeof amount === 'number' ? amount : undefined;
  };
}

function readRequests(text: string | undefined): AdmittedRequests {
  if (text === undefined) return NONE;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as AdmittedRequests) : NONE;
  } catch {
    return NONE;
  }
}
