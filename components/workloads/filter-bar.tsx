'use client';

import type { WorkloadSummary } from '@/server/recommender/views';
import { distinct } from '../lists/distinct';
import { ChoiceFilter, ClearFilter, FilterBar, TextFilter } from '../lists/filter-controls';
import type { FilterState } from '../lists/use-list-state';
import { STATE_FILTERS, type WorkloadFilter } from './filter';

interface WorkloadFilterBarProps {
  workloads: readonly WorkloadSummary[];
  list: FilterState<keyof WorkloadFilter>;
}

const STATE_CHOICES = Object.entries(STATE_FILTERS).map(([value, label]) => ({ value, label }));

export function WorkloadFilterBar({ workloads, list }: WorkloadFilterBarProps) {
  const { filter, setFilter } = list;
  return (
    <FilterBar label="Filter workloads">
      <TextFilter
        label="Filter by name"
        placeholder="Filter by workload, target or container"
        value={filter.q}
        onChange={(q) => setFilter({ q }, 'replace')}
      />
      <ChoiceFilter
        label="Namespace"
        all="All namespaces"
        choices={distinct(workloads.map((one) => one.namespace))}
        value={filter.namespace}
        onChange={(namespace) => setFilter({ namespace })}
      />
      <ChoiceFilter
        label="Update mode"
        all="All modes"
        choices={distinct(workloads.map((one) => one.updateMode))}
        value={filter.mode}
        onChange={(mode) => setFilter({ mode })}
      />
      <ChoiceFilter
        label="State"
        all="All states"
        choices={STATE_CHOICES}
        value={filter.state}
        onChange={(state) => setFilter({ state })}
      />
      {list.filtered && <ClearFilter onClear={list.clearFilter} />}
    </FilterBar>
  );
}
