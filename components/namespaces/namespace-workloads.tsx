'use client';

import { Title } from '@mantine/core';
import { useMemo } from 'react';
import { GlyphLegend } from '../charts/glyph-legend';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import { WORKLOAD_LIST } from '../workloads/workload-list';
import { WorkloadTable } from '../workloads/workload-table';
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
          <WorkloadTable
            caption={`Workloads of ${name} with their requests and recommendations, per container`}
            rows={rows}
            state={state}
          />
        )}
      </PagedList>
    </section>
  );
}
