'use client';

import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { AUDIT_KINDS, type AuditFilter, type AuditKind } from './audit-query';

const KINDS = Object.keys(AUDIT_KINDS) as AuditKind[];
const USUAL: AuditKind[] = ['action', 'change'];

const PARAMS = {
  kind: parseAsArrayOf(parseAsStringLiteral(KINDS)).withDefault(USUAL),
  namespace: parseAsString.withDefault(''),
  vpa: parseAsString.withDefault(''),
  before: parseAsString.withDefault(''),
};

/** The log's filter and page, kept in the address bar. Changing the filter goes back to the newest page. */
export function useAuditFilter() {
  const [params, setParams] = useQueryStates(PARAMS, { history: 'replace' });
  const filter: AuditFilter = {
    kinds: params.kind,
    namespace: params.namespace,
    vpa: params.vpa,
    before: params.before,
  };
  return {
    filter,
    narrowed: Boolean(filter.namespace || filter.vpa || filter.before || filter.kinds.length < USUAL.length),
    setFilter: (change: Partial<AuditFilter>) => {
      const next = { ...filter, ...change };
      return setParams({
        kind: next.kinds.length > 0 ? [...next.kinds] : null,
        namespace: next.namespace || null,
        vpa: next.vpa || null,
        before: null,
      });
    },
    turnTo: (before: string) => setParams({ before: before || null }, { history: 'push' }),
  };
}
