import type { OwnerReference } from './types';

/** The identity of an object; `uid` if known. */
export interface OwnerRef {
  apiVersion: string;
  kind: string;
  namespace: string;
  name: string;
  uid?: string;
}

/** The owner that manages an object: at most one owner reference has `controller: true`. */
export function controllerOf(owners: readonly OwnerReference[] | undefined): OwnerReference | undefined {
  return Array.isArray(owners) ? owners.find((owner) => owner?.controller === true) : undefined;
}
