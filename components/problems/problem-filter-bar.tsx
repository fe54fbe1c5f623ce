'use client';

import type { Problem } from '@/server/problems';
import { PROBLEM_TABLE } from '@/server/words/problems';
import { distinct } from '../lists/distinct';
import { ChoiceFilter, ClearFilter, FilterBar, SortChoice, TextFilter } from '../lists/filter-controls';
import type { ListState } from '../lists/use-list-state';
import { namespaceOf, PROBLEM_SORTS, type ProblemFilter, type ProblemSort } from './problem-list';

interface ProblemFilterBarProps {
  problems: readonly Problem[];
  list: ListState<keyof ProblemFilter, ProblemSort>;
}

export function ProblemFilterBar({ problems, list }: ProblemFilterBarProps) {
  const { filter, setFilter } = list;
  const codes = [...new Set(problems.map((problem) => problem.code))];
  const namespaces = distinct(problems.map(namespaceOf).filter((name) => name !== undefined));
  return (
    <FilterBar label="Filter problems">
      <TextFilter
        label="Filter by text"
        placeholder="Filter by object or words"
        value={filter.q}
        onChange={(q) => setFilter({ q }, 'replace')}
      />
      <ChoiceFilter
        wide
        label="Problem"
        all="All problems"
        choices={codes.map((code) => ({ value: code, label: PROBLEM_TABLE[code].sentence }))}
        value={filter.problem}
        onChange={(problem) => setFilter({ problem })}
      />
      <ChoiceFilter
        label="Namespace"
        all="All namespaces"
        choices={namespaces}
        value={filter.namespace}
        onChange={(namespace) => setFilter({ namespace })}
      />
      {list.filtered && <ClearFilter onClear={list.clearFilter} />}
      <SortChoice choices={PROBLEM_SORTS} sort={list.sort} onSort={list.setSort} />
    </FilterBar>
  );
}
