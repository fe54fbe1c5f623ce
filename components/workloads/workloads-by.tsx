'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { countOf } from '@/server/words/counts';
import { SUMS_WORDS } from '@/server/words/sums';
import { byName, ListScreen } from '../lists/list-screen';
import { NAMESPACE_COLUMNS } from '../namespaces/namespace-columns';
import { NAMESPACE_LIST } from '../namespaces/namespace-list';
import tableClasses from '../namespaces/namespace-table.module.css';
import { EmptyScreen } from '../screens/cluster-screens';
import { WorkloadsScreen } from './workloads-screen';

/** The workloads one by one, or by namespace, as the address says. */
export function WorkloadsBy() {
  const [by] = useQueryState('by', parseAsStringLiteral(['namespace']));
  return by === 'namespace' ? <NamespacesScreen /> : <WorkloadsScreen />;
}

/** The namespaces that have VPAs, and what these come to. */
function NamespacesScreen() {
  return (
    <ListScreen
      definition={NAMESPACE_LIST}
      title="Workloads by namespace"
      caption="Namespaces with the sums of their VPAs"
      one="namespace"
      count={({ all }) => countOf(all, 'namespace with VPAs', 'namespaces with VPAs')}
      about={() => SUMS_WORDS}
      instead={({ view }) => view?.all === 0 && <EmptyScreen />}
      columns={() => NAMESPACE_COLUMNS}
      keyOf={byName}
      classes={tableClasses}
    />
  );
}
