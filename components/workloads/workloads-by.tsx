'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { NamespacesScreen } from '../namespaces/namespaces-screen';
import { WorkloadsScreen } from './workloads-screen';

/** The workloads one by one, or by namespace, as the address says. */
export function WorkloadsBy() {
  const [by] = useQueryState('by', parseAsStringLiteral(['namespace']));
  return by === 'namespace' ? <NamespacesScreen /> : <WorkloadsScreen />;
}
