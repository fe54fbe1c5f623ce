'use client';

import { Button, Select, TextInput } from '@mantine/core';
import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import type { WorkloadSummary } from '@/server/recommender/views';
import { choicesOf, STATE_FILTERS, type StateFilter } from './filter';
import classes from './filter-bar.module.css';
import type { useTableState } from './use-table-state';

interface FilterBarProps {
  workloads: readonly WorkloadSummary[];
  table: ReturnType<typeof useTableState>;
}

const STATE_CHOICES = Object.entries(STATE_FILTERS).map(([value, label]) => ({ value, label }));

export function FilterBar({ workloads, table }: FilterBarProps) {
  const { filter, setFilter } = table;
  return (
    <search className={classes.bar} aria-label="Filter workloads">
      <TextInput
        className={classes.text}
        aria-label="Filter by name"
        placeholder="Filter by workload, target or container"
        leftSection={<IconSearch size={16} stroke={1.7} />}
        value={filter.text}
        onChange={(event) => setFilter({ text: event.currentTarget.value })}
      />
      <Select
        className={classes.choice}
        aria-label="Namespace"
        placeholder="All namespaces"
        clearable
        searchable
        data={choicesOf(workloads, 'namespace')}
        value={filter.namespace || null}
        onChange={(namespace) => setFilter({ namespace: namespace ?? '' })}
      />
      <Select
        className={classes.choice}
        aria-label="Update mode"
        placeholder="All modes"
        clearable
        data={choicesOf(workloads, 'updateMode')}
        value={filter.mode || null}
        onChange={(mode) => setFilter({ mode: mode ?? '' })}
      />
      <Select
        className={classes.choice}
        aria-label="State"
        placeholder="All states"
        clearable
        data={STATE_CHOICES}
        value={filter.state || null}
        onChange={(state) => setFilter({ state: (state as StateFilter | null) ?? '' })}
      />
      {table.filtered && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconFilterOff size={16} stroke={1.7} />}
          onClick={() => table.clearFilter()}
        >
          Clear
        </Button>
      )}
    </search>
  );
}
