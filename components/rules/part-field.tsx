import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../calendar/calendar-field.module.css';
import { Fold } from '../layout/fold';

interface PartFieldProps {
  label: string;
  /** The name for screen readers. */
  name: string;
  description: string;
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
}

/** A part of a policy that people write as YAML. */
export function PartField({ label, name, description, value, onChange, error }: PartFieldProps) {
  return (
    <Fold label={label} note={value === '' ? undefined : 'set'} urgent={error !== undefined}>
      <Textarea
        aria-label={name}
        description={description}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        autosize
        minRows={3}
        maxRows={16}
        spellCheck={false}
        classNames={{ input: classes.text }}
      />
    </Fold>
  );
}
