'use client';

import { Chip, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useMemo } from 'react';
import { useWorkloads } from '../api/queries';
import { choicesOf } from '../workloads/filter';
import { AUDIT_KINDS, type AuditFilter, type AuditKind } from './audit-query';
import classes from './audit-screen.module.css';

interface AuditFilterBarProps {
  filter: AuditFilter;
  onChange: (change: Partial<AuditFilter>) => void;
}

const KINDS = Object.entries(AUDIT_KINDS) as [AuditKind, string][];

export function AuditFilterBar({ filter, onChange }: AuditFilterBarProps) {
  const workloads = useWorkloads().data?.workloads;
  const namespaces = useMemo(() => choicesOf(workloads ?? [], 'namespace'), [workloads]);
  const changeVpa = useDebouncedCallback((vpa: string) => onChange({ vpa }), 300);
  return (
    <search className={classes.bar} aria-label="Filter the log">
      <Chip.Group
        multiple
        value={[...filter.kinds]}
        onChange={(kinds) => onChange({ kinds: kinds as AuditKind[] })}
      >
        <Group gap={6}>
          {KINDS.map(([kind, label]) => (
            <Chip key={kind} value={kind} size="sm" variant="outline">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Select
        className={classes.field}
        aria-label="Namespace"
        placeholder="All namespaces"
        clearable
        searchable
        data={namespaces}
        value={filter.namespace || null}
        onChange={(namespace) => onChange({ namespace: namespace ?? '' })}
      />
      <TextInput
        className={classes.field}
        aria-label="VPA"
        placeholder="Name of a VPA"
        defaultValue={filter.vpa}
        onChange={(event) => changeVpa(event.currentTarget.value.trim())}
      />
    </search>
  );
}
