'use client';

import { Title } from '@mantine/core';
import { useMemo } from 'react';
import { GlyphLegend } from '../charts/glyph-legend';
import { ListTable } from '../lists/list-table';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import { WORKLOAD_COLUMNS } from '../workloads/workload-columns';
import { WORKLOAD_LIST } from '../workloads/workload-list';
import tableClasses from '../workloads/workload-table.module.css';
import classes from './namespace-screen.module.css';

/** The workloads of one namespace, as in the list of all. */
export function NamespaceWorkloads({ name }: { name: string }) {
  const definition = useMemo(
    (): typeof WORKLOAD_LIST => ({
      ...WORKLOAD_LIST,
      path: ({ filter, ...asked }) =>
        WORKLOAD_LIST.path({ ...asked, filter: { ...filter, namespace: name } }),
      controls: WORKLOAD_LIST.controls.filter(({ name: filter }) => filter !== 'namespace'),
    }),
    [name],
  );
  const list = useList(definition);
  const { state } = list;
  return (
    <section aria-label="Workloads">
      <Title order={2} size="h3" className={classes.title}>
        Workloads
      </Title>
      <PagedList definition={definition} list={list} one="workload" legend={<GlyphLegend />}>
        {({ rows }) => (
          <ListTable
            caption={`Workloads of ${name} with their requests and recommendations, per container`}
            columns={WORKLOAD_COLUMNS}
            rows={rows}
            keyOf={({ namespace, name: vpa }) => `${namespace}/${vpa}`}
            partsOf={({ containers }) => containers}
            sort={state.sort}
            onSort={state.setSort}
            classes={tableClasses}
          />
        )}
      </PagedList>
    </section>
  );
}
