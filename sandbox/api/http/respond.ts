import type { ServerResponse } from 'node:http';
import { stringify as yamlOf } from 'yaml';
import { ApiError, internal } from '@/sandbox/api/api-error';
import type { Call, ResourceCall } from '@/sandbox/api/http/context';
import type { WantedFormat } from '@/sandbox/api/http/negotiate';
import { serialized } from '@/sandbox/api/http/serialize';
import { groupVersionOf, type Kind } from '@/sandbox/api/kinds/kind';
import { tableOf } from '@/sandbox/api/table/table';
import { errorText } from '@/server/lib/report/errors';
import type { KubeObject } from '@/server/objects/types';

export function send(response: ServerResponse, status: number, json: string, wanted?: WantedFormat): void {
  if (response.headersSent || response.destroyed) return;
  const yaml = wanted?.yaml === true;
  const text = yaml ? yamlOf(JSON.parse(json)) : json;
  response.writeHead(status, {
    'Content-Type': yaml ? 'application/yaml' : 'application/json',
    'Cache-Control': 'no-cache, private',
    'Content-Length': Buffer.byteLength(text),
  });
  // With a text, Node would write the bytes of a Warning in UTF-8 once more.
  response.end(response.hasHeader('Warning') ? Buffer.from(text) : text);
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

export function sendStatusError(response: ServerResponse, thrown: unknown): void {
  const error = thrown instanceof ApiError ? thrown : internal(errorText(thrown));
  const retryAfter = error.details?.retryAfterSeconds;
  if (retryAfter !== undefined && !response.headersSent) response.setHeader('Retry-After', retryAfter);
  send(response, error.status, JSON.stringify(error.body));
}

/** An object in the version and form that the caller wants. */
export function sendObject(call: ResourceCall, status: number, object: KubeObject, nowMs: number): void {
  send(call.response, status, formJson(call, object, nowMs), call.wanted);
}

/** The JSON of one object in the form that the caller wants. */
export function formJson(
  call: Pick<ResourceCall, 'kind' | 'info' | 'wanted' | 'url'>,
  object: KubeObject,
  nowMs: number,
): string {
  switch (call.wanted.form) {
    case 'object':
      return inVersion(call.kind, call.info.version, object);
    case 'table':
      return JSON.stringify(
        tableOf(
          call.kind,
          [object],
          { resourceVersion: object.metadata.resourceVersion },
          nowMs,
          includeObject(call.url),
        ),
      );
    case 'metadata':
      return JSON.stringify(metadataOnly(object));
  }
}

export function inVersion(kind: Kind, version: string, object: KubeObject): string {
  const alias = kind.aliases?.find((each) => each.version === version);
  if (!alias) return serialized(object);
  return JSON.stringify({
    ...alias.to({ ...object }),
    kind: kind.kind,
    apiVersion: groupVersionOf({ group: kind.group, version }),
  });
}

export function metadataOnly(object: KubeObject) {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata };
}

/** How much of each object a table row contains. */
export function includeObject(url: URL): 'None' | 'Metadata' | 'Object' {
  const policy = url.searchParams.get('includeObject');
  return policy === 'None' || policy === 'Object' ? policy : 'Metadata';
}

export function sendJson(call: Call, status: number, value: unknown): void {
  send(call.response, status, JSON.stringify(value), call.wanted);
}
