'use client';

import { useMemo } from 'react';
import type { VpaPlan } from '@/server/updater/plan/plan-types';
import { REASONS } from '@/server/words/reasons';
import { distinct } from '../lists/distinct';
import { ChoiceFilter, ClearFilter, FilterBar, SortChoice, TextFilter } from '../lists/filter-controls';
import type { ListState } from '../lists/use-list-state';
import { PLAN_SORTS, type PlanFilter, type PlanSort, reasonCounts } from './plan-list';

interface PlanFilterBarProps {
  /** The whole plan, whatever is shown of it. */
  vpas: readonly VpaPlan[];
  list: ListState<keyof PlanFilter, PlanSort>;
}

export function PlanFilterBar({ vpas, list }: PlanFilterBarProps) {
  const { filter, setFilter } = list;
  const namespaces = useMemo(() => distinct(vpas.map((vpa) => vpa.namespace)), [vpas]);
  const names = useMemo(
    () =>
      distinct(
        vpas.filter((vpa) => !filter.namespace || vpa.namespace === filter.namespace).map((vpa) => vpa.name),
      ),
    [vpas, filter.namespace],
  );
  const reasons = useMemo(
    () =>
      reasonCounts(vpas).map(({ code, pods }) => ({
        value: code,
        label: `${REASONS[code].sentence} (${pods})`,
      })),
    [vpas],
  );
  return (
    <FilterBar label="Filter the plan">
      <TextFilter
        label="Filter by VPA or pod"
        placeholder="Filter by VPA, target or pod"
        value={filter.q}
        onChange={(q) => setFilter({ q }, 'replace')}
      />
      <ChoiceFilter
        label="Namespace"
        all="All namespaces"
        choices={namespaces}
        value={filter.namespace}
        onChange={(namespace) => setFilter({ namespace, vpa: '' })}
      />
      <ChoiceFilter
        label="VPA"
        all="All VPAs"
        choices={names}
        value={filter.vpa}
        onChange={(vpa) => setFilter({ vpa })}
      />
      <ChoiceFilter
        wide
        label="Reason"
        all="All reasons"
        choices={reasons}
        value={filter.reason}
        onChange={(reason) => setFilter({ reason })}
      />
      {list.filtered && <ClearFilter onClear={list.clearFilter} />}
      <SortChoice choices={PLAN_SORTS} sort={list.sort} onSort={list.setSort} />
    </FilterBar>
  );
}
