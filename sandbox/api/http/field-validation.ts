import { badRequest } from '@/sandbox/api/api-error';
import type { Call, ResourceCall } from '@/sandbox/api/http/context';
import { cloneJson, type JsonObject } from '@/sandbox/api/json';
import type { KubeObject } from '@/server/objects/types';

/**
 * Tells the caller about fields that will be dropped: a Warning header for each, or a refusal for a custom
 * resource with strict validation.
 */
export function warnOfUnknownFields(call: ResourceCall, object: KubeObject): void {
  const mode = call.url.searchParams.get('fieldValidation');
  if (mode === 'Ignore' || mode === null || !call.kind.prune) return;
  const dropped = call.kind.prune(cloneJson(object) as KubeObject & JsonObject);
  if (dropped.length === 0) return;
  const texts = dropped.map((path) => `unknown field "${path}"`);
  if (mode === 'Strict' && call.kind.custom) {
    throw badRequest(
      `${call.kind.kind} in version "${call.info.version}" cannot be handled as a ${call.kind.kind}: strict decoding error: ${texts.join(', ')}`,
    );
  }
  for (const text of texts) addWarning(call, text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a warning must not have
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Adds a Warning header in UTF-8, which clients show to people; an API server drops one with control characters. */
export function addWarning(call: Call, text: string): void {
  if (CONTROL.test(text)) return;
  const given = call.response.getHeader('Warning');
  const warnings = Array.isArray(given) ? given : [];
  call.response.setHeader('Warning', [...warnings, headerText(`299 - ${JSON.stringify(text)}`)]);
}

/** Node writes each character of a header as one byte. */
function headerText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
