'use client';

import { Chip, Group, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useWorkloads } from '../api/queries';
import { distinct } from '../lists/distinct';
import { ChoiceFilter, ClearFilter, FilterBar, TextFilter } from '../lists/filter-controls';
import { AUDIT_KINDS, type AuditKind, kindsOf, kindWord } from './audit-list';
import classes from './audit-screen.module.css';
import { OUTCOME_CHOICES, whatChoices } from './entry-words';
import type { AuditList } from './use-audit-list';

const KINDS = Object.entries(AUDIT_KINDS) as [AuditKind, string][];

export function AuditFilterBar({ list }: { list: AuditList }) {
  const { filter, setFilter } = list;
  const workloads = useWorkloads().data?.workloads;
  const namespaces = useMemo(() => distinct((workloads ?? []).map((one) => one.namespace)), [workloads]);
  const vpas = useMemo(() => {
    const near = (workloads ?? []).filter((one) => !filter.namespace || one.namespace === filter.namespace);
    return distinct(near.map((one) => one.name));
  }, [workloads, filter.namespace]);
  const kinds = kindsOf(filter);
  return (
    <FilterBar label="Filter the log">
      <Chip.Group
        multiple
        value={[...kinds]}
        onChange={(chosen) => setFilter({ kind: kindWord(chosen), what: '' })}
      >
        <Group gap={6} className={classes.kinds}>
          {KINDS.map(([kind, label]) => (
            <Chip key={kind} value={kind} size="sm" variant="outline">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <TextFilter
        label="Find in the log"
        placeholder="Find a pod, a person, a word"
        value={filter.q}
        onChange={(q) => setFilter({ q }, 'replace')}
      />
      <ChoiceFilter
        label="What"
        all="Anything"
        choices={whatChoices(kinds)}
        value={filter.what}
        onChange={(what) => setFilter({ what })}
      />
      <ChoiceFilter
        label="How it ended"
        all="Any outcome"
        choices={OUTCOME_CHOICES}
        value={filter.outcome}
        onChange={(outcome) => setFilter({ outcome })}
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
        choices={vpas}
        value={filter.vpa}
        onChange={(vpa) => setFilter({ vpa })}
      />
      <TimeFilter label="From (UTC)" value={filter.since} onChange={(since) => setFilter({ since })} />
      <TimeFilter label="Until (UTC)" value={filter.until} onChange={(until) => setFilter({ until })} />
      {list.filtered && <ClearFilter onClear={list.clearFilter} />}
    </FilterBar>
  );
}

interface TimeFilterProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function TimeFilter({ label, value, onChange }: TimeFilterProps) {
  return (
    <TextInput
      type="datetime-local"
      className={classes.time}
      aria-label={label}
      leftSection={<span aria-hidden="true">{label.replace(' (UTC)', '')}</span>}
      leftSectionWidth={48}
      rightSection={<span aria-hidden="true">UTC</span>}
      rightSectionWidth={40}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
