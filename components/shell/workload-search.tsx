'use client';

import { Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { useStatus, useWorkloads } from '../api/queries';
import { pagesFor, workloadHref } from '../navigation/pages';
import classes from './workload-search.module.css';

/** Ctrl+K: jump to a workload or a page by typing a part of its name. */
export function WorkloadSearch() {
  const router = useRouter();
  const [opened, { open, close }] = useDisclosure(false);
  const workloads = useWorkloads(opened).data?.workloads;
  const embedded = useStatus().data?.embedded ?? false;
  const actions = useMemo(
    () => [
      {
        group: 'Workloads',
        actions: (workloads ?? []).map((workload) => ({
          id: `${workload.namespace}/${workload.name}`,
          label: workload.name,
          description: `${workload.namespace} · ${workload.target.kind} ${workload.target.name}`,
          keywords: `${workload.namespace}/${workload.name}`,
          onClick: () => router.push(workloadHref(workload.namespace, workload.name)),
        })),
      },
      {
        group: 'Pages',
        actions: pagesFor({ embedded }).map((page) => ({
          id: page.href,
          label: page.label,
          onClick: () => router.push(page.href),
        })),
      },
    ],
    [workloads, embedded, router],
  );
  return (
    <>
      <UnstyledButton
        className={classes.open}
        onClick={spotlight.open}
        aria-label="Search workloads (Ctrl+K)"
      >
        <IconSearch size={16} stroke={1.7} />
        <span className={classes.label}>Search</span>
        <Kbd size="xs" className={classes.keys}>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <Spotlight
        actions={actions}
        onSpotlightOpen={open}
        onSpotlightClose={close}
        shortcut={['mod + K', '/']}
        limit={8}
        highlightQuery
        classNames={{ action: classes.action, actionDescription: classes.description }}
        attributes={{ content: { 'aria-label': 'Search workloads and pages' } }}
        overlayProps={{ backgroundOpacity: 0.4, blur: 1 }}
        scrollable
        maxHeight={420}
        nothingFound="No workload or page of that name"
        searchProps={{
          'aria-label': 'Search workloads and pages',
          leftSection: <IconSearch size={18} stroke={1.7} />,
          placeholder: 'Name of a workload, namespace or page',
        }}
      />
    </>
  );
}
