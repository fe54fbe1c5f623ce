import { createHash } from 'node:crypto';
import type { KubeObject } from '@/server/kube/types';
import { type FieldFault, qualified } from '../api-error';
import type { Schema } from '../crd/structural-schema';
import type { JsonRecord } from '../json';
import type { VirtualResource } from '../registry';

export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

/** Where a scale subresource reads and writes, as paths of keys. */
export interface ScalePaths {
  specReplicas: string[];
  statusReplicas: string[];
  /** Leads to a LabelSelector of a builtin, or to a selector string of a custom resource. */
  selector?: string[];
}

export interface SubresourceInfo {
  /** "status", "scale", "eviction" … */
  name: string;
  kind: string;
  group?: string;
  version?: string;
  verbs: string[];
}

export interface PrinterColumn {
  name: string;
  type: string;
  format?: string;
  description?: string;
  priority?: number;
}

/** How one kind of object is named, stored, completed, checked and shown. */
export interface Kind {
  group: string;
  /** The version it is stored in and offered first. */
  version: string;
  /** Further versions it is served in, each with how an object looks in it. */
  aliases?: { version: string; to(object: JsonRecord): JsonRecord; from(object: JsonRecord): JsonRecord }[];
  plural: string;
  singular: string;
  kind: string;
  listKind: string;
  namespaced: boolean;
  shortNames?: string[];
  categories?: string[];
  verbs: Verb[];
  /** Whether metadata.generation counts changes of the spec. */
  generation: boolean;
  status: boolean;
  scale?: ScalePaths;
  subresources: SubresourceInfo[];
  /** A custom resource; the definition it comes from. */
  custom?: KubeObject;
  /** The schema of a custom resource. */
  schema?: Schema;
  virtual?: VirtualResource;
  /** Fills in what a real server fills in. */
  complete?(draft: JsonRecord, context: { creating: boolean }): void;
  /** Throws away what is unknown; custom resources only. Returns the paths dropped. */
  prune?(draft: JsonRecord): string[];
  validate?(object: JsonRecord): FieldFault[];
  validateUpdate?(object: JsonRecord, old: JsonRecord): FieldFault[];
  columns?: PrinterColumn[];
  /** The cells of `columns`, in order; `nowMs` dates ages. */
  cells?(object: JsonRecord, nowMs: number): unknown[];
}

export function keyOf(kind: Pick<Kind, 'group' | 'plural'>): string {
  return qualified(kind);
}

export function apiVersionOf(kind: Pick<Kind, 'group' | 'version'>): string {
  return kind.group ? `${kind.group}/${kind.version}` : kind.version;
}

/** What discovery shows as storageVersionHash: eight bytes of SHA-256 over group, version and kind. */
export function storageVersionHash(kind: Pick<Kind, 'group' | 'version' | 'kind'>): string {
  return createHash('sha256')
    .update(`${kind.group}/${kind.version}/${kind.kind}`)
    .digest()
    .subarray(0, 8)
    .toString('base64');
}

export function isPod(kind: Pick<Kind, 'group' | 'plural'>): boolean {
  return kind.group === '' && kind.plural === 'pods';
}

export function isNamespace(kind: Pick<Kind, 'group' | 'plural'>): boolean {
  return kind.group === '' && kind.plural === 'namespaces';
}
