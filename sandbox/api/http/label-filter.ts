import { badRequest } from '@/sandbox/api/api-error';
import { fieldFilter } from '@/sandbox/api/http/field-selector';
import type { Kind } from '@/sandbox/api/kinds/kind';
import { parseSelector, type Selector, SelectorError, selectorMatches } from '@/server/objects/selector';
import type { KubeObject } from '@/server/objects/types';

type ObjectFilter = (object: KubeObject) => boolean;

/** The filter of a query's label and field selectors; undefined if they match everything. */
export function objectFilter(kind: Kind, query: URLSearchParams): ObjectFilter | undefined {
  const selector = labelSelector(query.get('labelSelector'));
  const byField = fieldFilter(kind, query.get('fieldSelector'));
  if (!selector && !byField) return undefined;
  return (object) =>
    (!selector || selectorMatches(selector, object.metadata.labels)) && (!byField || byField(object));
}

function labelSelector(text: string | null): Selector | undefined {
  if (!text) return undefined;
  try {
    return parseSelector(text);
  } catch (error) {
    if (error instanceof SelectorError) throw badRequest(`unable to parse requirement: ${error.message}`);
    throw error;
  }
}
