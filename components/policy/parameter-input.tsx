import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ParameterField } from '@/server/contract/operations';
import { FieldLabel } from './field-label';

interface ParameterInputProps {
  field: ParameterField;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}

/** The input for one parameter, made from its schema; empty means that what is usual applies. */
export function ParameterInput({ field, value, onChange, error }: ParameterInputProps) {
  const { label, path, help, kind, unit, choices, usual } = field;
  const shared = {
    size: 'sm',
    label: <FieldLabel label={label} path={path} />,
    description: help,
    error,
  } as const;
  switch (kind) {
    case 'choice':
    case 'switch': {
      const words = kind === 'switch' ? SWITCH_WORDS : {};
      const worded = (one: string) => words[one] ?? one;
      const all = kind === 'switch' ? ['true', 'false'] : (choices ?? []);
      return (
        <Select
          {...shared}
          allowDeselect={false}
          data={[
            { value: '', label: `${worded(usual)} (default)` },
            ...all.map((one) => ({ value: one, label: worded(one) })),
          ]}
          value={value}
          onChange={(next) => onChange(next ?? '')}
        />
      );
    }
    case 'times':
    case 'numbers':
      return (
        <TextInput
          {...shared}
          placeholder={`${bare(usual)} (default)`}
          value={bare(value)}
          onChange={({ currentTarget }) => onChange(listed(currentTarget.value))}
        />
      );
    case 'time':
    case 'number':
    case 'whole':
      return (
        <TextInput
          {...shared}
          placeholder={`${usual}${unit ? ` ${unit}` : ''} (default)`}
          inputMode={kind === 'time' ? undefined : 'decimal'}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}

const SWITCH_WORDS: Readonly<Record<string, string>> = { true: 'on', false: 'off' };

/** A list without its brackets. */
function bare(list: string): string {
  return list.replace(/^\[(.*)\]$/, '$1');
}

function listed(text: string): string {
  return text.trim() === '' ? '' : `[${text}]`;
}
