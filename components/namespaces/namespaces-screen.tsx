'use client';

import { countOf } from '@/server/words/counts';
import { SUMS_WORDS } from '@/server/words/sums';
import { byName, ListScreen } from '../lists/list-screen';
import { EmptyScreen } from '../screens/cluster-screens';
import { NAMESPACE_COLUMNS } from './namespace-columns';
import { NAMESPACE_LIST } from './namespace-list';
import tableClasses from './namespace-table.module.css';

/** The namespaces that have VPAs, and what these come to. */
export function NamespacesScreen() {
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
