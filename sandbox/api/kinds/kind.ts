import { createHash } from 'node:crypto';
import { type FieldFault, qualified } from '@/sandbox/api/api-error';
import type { Schema } from '@/sandbox/api/crd/structural-schema';
import type { JsonObject } from '@/sandbox/api/json';
import type { VirtualResource } from '@/sandbox/api/registry';
import type { KubeObject } from '@/server/objects/types';
import type { ScalePaths } from '../registry';

export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

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

/** How a kind is named, stored, defaulted, validated and shown. */
export interface Kind {
  group: string;
  /** The version it is stored in, and which is preferred. */
  version: string;
  /** Further served versions, each with its conversion. */
  aliases?: { version: string; to(object: JsonObject): JsonObject; from(object: JsonObject): JsonObject }[];
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
  /** For a custom resource, its definition. */
  custom?: KubeObject;
  /** The schema of a custom resource. */
  schema?: Schema;
  virtual?: VirtualResource;
  /** Sets the defaults of a real server. */
  complete?(draft: JsonObject, context: { creating: boolean }): void;
  /** Drops unknown fields; custom resources only. Returns their paths. */
  prune?(draft: JsonObject): string[];
  validate?(object: JsonObject): FieldFault[];
  validateUpdate?(object: JsonObject, old: JsonObject): FieldFault[];
  columns?: PrinterColumn[];
  /** The cells of `columns`, in order; `nowMs` is for ages. */
  cells?(object: JsonObject, nowMs: number): unknown[];
}

export function kindKey(kind: Pick<Kind, 'group' | 'plural'>): string {
  return qualified(kind);
}

export function groupVersionOf(kind: Pick<Kind, 'group' | 'version'>): string {
  return kind.group ? `${kind.group}/${kind.version}` : kind.version;
}

/** The storageVersionHash in discovery: eight bytes of SHA-256 over group, version and kind. */
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
