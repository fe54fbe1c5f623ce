'use client';

import { ActionIcon, Button, Chip, Group, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClusterTime } from '../api/queries';
import { Segments } from '../choices/segments';
import {
  IconAdjustmentsHorizontal,
  IconFilterOff,
  IconSearch,
  IconSortAscending,
  IconSortDescending,
} from '../icons';
import { Tooltip } from '../layout/tooltip';
import { UsualButton } from '../layout/usual-button';
import { localZoneName } from '../times/times';
import { viewerZone } from '../times/viewer-zone';
import classes from './filter-controls.module.css';
import type { FilterChoice } from './list-definition';
import { inUtc, inZone, type RangeEnd, stretchOf, TIME_FORMAT } from './time-text';

interface TextFilterProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

export function TextFilter({ label, placeholder, value, onChange }: TextFilterProps) {
  return (
    <TextInput
      className={classes.text}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} stroke={1.7} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface ChoiceFilterProps {
  label: string;
  /** The placeholder while nothing is chosen. */
  all: string;
  choices: readonly FilterChoice[];
  value: string;
  onChange: (value: string) => void;
  wide?: boolean;
}

/** A chosen value that the list no longer has stays shown, so that the filter can be seen and cleared. */
export function ChoiceFilter({ label, all, choices, value, onChange, wide }: ChoiceFilterProps) {
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <Select
      className={wide ? classes.wide : classes.choice}
      aria-label={label}
      placeholder={all}
      clearable
      searchable
      nothingFoundMessage="None"
      data={value && !isKnown ? [{ value, label: value }, ...choices] : [...choices]}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}

interface SeveralFilterProps {
  label: string;
  choices: readonly FilterChoice[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

export function SeveralFilter({ label, choices, chosen, onChange }: SeveralFilterProps) {
  return (
    <Chip.Group multiple value={[...chosen]} onChange={onChange}>
      <Group gap={6} role="group" aria-label={label} className={classes.several}>
        {choices.map((choice) => (
          <Chip key={choice.value} value={choice.value} size="sm" variant="outline">
            {choice.label}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

interface TimeFilterProps extends Omit<TextFilterProps, 'placeholder'> {
  end: RangeEnd;
  fault: string | undefined;
}

/** A time, in UTC, typed by the viewer's clock; a fault in it is shown once the field loses focus. */
export function TimeFilter({ label, end, fault, value, onChange }: TimeFilterProps) {
  const [typed, setTyped] = useState<string>();
  const zone = viewerZone();
  const nowMs = useClusterTime();
  const shown = typed ?? inZone(value, zone, end);
  const clock = localZoneName(stretchOf(value)?.firstMs ?? nowMs);
  return (
    <TextInput
      className={classes.time}
      aria-label={`${label} (${clock})`}
      placeholder={TIME_FORMAT}
      leftSection={<span aria-hidden="true">{label}</span>}
      leftSectionWidth={48}
      rightSection={<span aria-hidden="true">{clock}</span>}
      rightSectionWidth={72}
      error={typed === undefined ? fault : undefined}
      value={shown}
      onFocus={() => setTyped(shown)}
      onBlur={() => setTyped(undefined)}
      onKeyDown={(event) => event.key === 'Enter' && setTyped(undefined)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(inUtc(currentTarget.value, zone, end));
      }}
    />
  );
}

interface OneFilterProps {
  label: string;
  choices: readonly FilterChoice[];
  value: string;
  onChange: (value: string) => void;
}

export function OneFilter({ label, choices, value, onChange }: OneFilterProps) {
  return <Segments label={label} options={choices} value={value} onChange={onChange} />;
}

interface SwitchFilterProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

export function SwitchFilter({ label, on, onChange }: SwitchFilterProps) {
  return (
    <Switch
      className={classes.switch}
      label={label}
      checked={on}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

interface SortChoiceProps<Sort extends string> {
  choices: Record<Sort, string>;
  sort: { key: Sort; descending: boolean };
  onSort: (key: Sort, descending: boolean) => void;
}

/** The sort and its direction, for a list without column headings. */
export function SortChoice<Sort extends string>({ choices, sort, onSort }: SortChoiceProps<Sort>) {
  const Icon = sort.descending ? IconSortDescending : IconSortAscending;
  const turn = sort.descending ? 'Descending: sort ascending' : 'Ascending: sort descending';
  return (
    <div className={classes.sort}>
      <Select
        className={classes.choice}
        aria-label="Sort by"
        allowDeselect={false}
        data={Object.entries<string>(choices).map(([value, label]) => ({ value, label }))}
        value={sort.key}
        onChange={(key) => key && onSort(key as Sort, sort.descending)}
      />
      <Tooltip label={turn}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={turn}
          onClick={() => onSort(sort.key, !sort.descending)}
        >
          <Icon size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

interface MoreFiltersProps {
  isOpen: boolean;
  set: number;
  onToggle: () => void;
}

/** On narrow windows: shows all filters. */
export function MoreFilters({ isOpen, set, onToggle }: MoreFiltersProps) {
  return (
    <UsualButton
      className={classes.more}
      icon={<IconAdjustmentsHorizontal size={16} stroke={1.7} />}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {set > 0 ? `Filters (${set})` : 'Filters'}
    </UsualButton>
  );
}

export function ClearFilter({ onClear }: { onClear: () => void }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconFilterOff size={16} stroke={1.7} />}
      onClick={onClear}
    >
      Clear
    </Button>
  );
}
