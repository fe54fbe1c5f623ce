'use client';

import { Select } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { compareTexts } from '@/server/words/natural-order';
import { useNamespaces, useSearch } from '../api/queries';
import classes from './filter-controls.module.css';

interface NameSelectProps {
  value: string;
  onChange: (value: string) => void;
}

const FEW_NAMES = 50;
const TYPING_PAUSE_MS = 150;

/** The namespaces that have workloads, loaded when the list opens. */
export function NamespaceSelect({ value, onChange }: NameSelectProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const { data } = useNamespaces(opened);
  const names = data
    ? [...data.namespaces.map(({ name }) => name), ...data.withoutVpas].sort(compareTexts)
    : [];
  return (
    <Select
      className={classes.choice}
      aria-label="Namespace"
      placeholder="All namespaces"
      clearable
      searchable
      nothingFoundMessage={data ? 'None' : 'Loading'}
      data={withChosen(names, value)}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      onDropdownOpen={open}
      onDropdownClose={close}
    />
  );
}

/** VPAs by name: the server searches for the typed text, even among thousands. */
export function VpaSelect({ namespace, value, onChange }: NameSelectProps & { namespace: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed === value ? '' : typed, TYPING_PAUSE_MS);
  const { data } = useSearch(words, { namespace, limit: FEW_NAMES, enabled: opened });
  const names = [...new Set((data?.found ?? []).map(({ name }) => name))];
  return (
    <Select
      className={classes.choice}
      aria-label="VPA"
      placeholder="All VPAs"
      clearable
      searchable
      nothingFoundMessage={data ? 'None' : 'Loading'}
      data={withChosen(names, value)}
      filter={({ options }) => options}
      value={value || null}
      onSearchChange={setTyped}
      onChange={(chosen) => onChange(chosen ?? '')}
      onDropdownOpen={open}
      onDropdownClose={close}
    />
  );
}

/** One VPA of the cluster as `NAMESPACE/NAME`. */
export function WorkloadSelect({ value, onChange }: NameSelectProps) {
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed === value ? '' : typed, TYPING_PAUSE_MS);
  const { data } = useSearch(words, { limit: FEW_NAMES });
  const names = (data?.found ?? []).map(({ namespace, name }) => `${namespace}/${name}`);
  return (
    <Select
      label="VPA"
      searchable
      nothingFoundMessage={data ? 'None' : 'Loading'}
      data={withChosen(names, value)}
      filter={({ options }) => options}
      value={value || null}
      onSearchChange={setTyped}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}

/** A chosen value that the list does not have stays shown, so that the filter can be seen and cleared. */
function withChosen(names: readonly string[], value: string): string[] {
  return value && !names.includes(value) ? [value, ...names] : [...names];
}
