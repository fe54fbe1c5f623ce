'use client';

import { useState } from 'react';
import {
  ChoiceFilter,
  ClearFilter,
  MoreFilters,
  OneFilter,
  SeveralFilter,
  SortChoice,
  SwitchFilter,
  TextFilter,
  TimeFilter,
} from './filter-controls';
import classes from './filter-controls.module.css';
import type { FilterControl, ListDefinition } from './list-definition';
import { NamespaceSelect, VpaSelect } from './name-selects';
import type { ListState } from './use-list-state';

interface FilterBarProps<View, Filter extends string, Sort extends string> {
  definition: ListDefinition<View, Filter, Sort>;
  view: View | undefined;
  state: ListState<Filter, Sort>;
}

/** The controls that filter and sort a list, in one line that wraps. */
export function FilterBar<View, Filter extends string, Sort extends string>({
  definition,
  view,
  state,
}: FilterBarProps<View, Filter, Sort>) {
  const { label, controls, sortChoices } = definition;
  const [isOpen, setOpen] = useState(false);
  const set = controls.filter(({ kind, name }) => kind !== 'words' && state.filter[name] !== '').length;
  return (
    <search className={classes.bar} aria-label={label} data-open={isOpen || undefined}>
      <MoreFilters isOpen={isOpen} set={set} onToggle={() => setOpen(!isOpen)} />
      {controls.map((control) => (
        <Control key={control.name} control={control} view={view} state={state} />
      ))}
      {state.filtered && <ClearFilter onClear={state.clearFilter} />}
      {sortChoices && <SortChoice choices={sortChoices} sort={state.sort} onSort={state.setSort} />}
    </search>
  );
}

interface ControlProps<View, Filter extends string, Sort extends string> {
  control: FilterControl<Filter, View>;
  view: View | undefined;
  state: ListState<Filter, Sort>;
}

function Control<View, Filter extends string, Sort extends string>({
  control,
  view,
  state: { filter, setFilter },
}: ControlProps<View, Filter, Sort>) {
  const value = filter[control.name];
  const set = (chosen: string, clears: readonly Filter[] = [], step?: 'push' | 'replace') =>
    setFilter(
      Object.fromEntries([...clears.map((name) => [name, '']), [control.name, chosen]]) as Partial<
        Record<Filter, string>
      >,
      step,
    );
  switch (control.kind) {
    case 'words':
      return (
        <TextFilter
          label={control.label}
          placeholder={control.placeholder}
          value={value}
          onChange={(words) => set(words, [], 'replace')}
        />
      );
    case 'choice':
      if (value === '' && control.isOffered?.(view, filter) === false) return null;
      return (
        <ChoiceFilter
          label={control.label}
          all={control.all}
          choices={control.choices(view, filter)}
          value={value}
          wide={control.wide}
          onChange={(chosen) => set(chosen)}
        />
      );
    case 'several':
      return (
        <SeveralFilter
          label={control.label}
          choices={control.choices}
          chosen={control.split(value)}
          onChange={(chosen) => set(control.join(chosen), control.clears)}
        />
      );
    case 'namespace':
      return <NamespaceSelect value={value} onChange={(chosen) => set(chosen, control.clears)} />;
    case 'vpa':
      return (
        <VpaSelect namespace={filter[control.within]} value={value} onChange={(chosen) => set(chosen)} />
      );
    case 'time':
      return (
        <TimeFilter
          label={control.label}
          end={control.end}
          fault={control.fault(filter)}
          value={value}
          onChange={(time) => set(time, control.clears, 'replace')}
        />
      );
    case 'one':
      return (
        <OneFilter
          label={control.label}
          choices={control.choices(view)}
          value={value}
          onChange={(chosen) => set(chosen, control.clears)}
        />
      );
    case 'switch':
      if (!value && !control.isOffered(view, filter)) return null;
      return (
        <SwitchFilter
          label={control.label(view)}
          on={value === control.value}
          onChange={(on) => set(on ? control.value : '')}
        />
      );
  }
}
