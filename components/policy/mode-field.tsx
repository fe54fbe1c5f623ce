import { Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { MODES, modeEffect } from '../workloads/mode-words';
import { FieldLabel } from './field-label';

interface ModeFieldProps {
  value: string;
  onChange: (mode: string) => void;
  error?: ReactNode;
  /** Whether a stop is in force, so that the mode applies only after a resume. */
  pending: boolean;
}

/** The update modes, least disruptive first, each with what it does. */
export function ModeField({ value, onChange, error, pending }: ModeFieldProps) {
  const modes = MODES.filter((mode) => mode !== 'Auto' || value === 'Auto');
  return (
    <Radio.Group
      label={<FieldLabel label="Update mode" path="updateMode" />}
      value={value}
      onChange={onChange}
      error={error}
      description={
        pending ? `This VPA is stopped: its mode is Off now, and ${value} after the resume.` : undefined
      }
    >
      <Stack gap={10} mt={8}>
        {modes.map((mode) => (
          <Radio
            key={mode}
            data-autofocus={mode === value || undefined}
            value={mode}
            label={mode}
            description={modeEffect({ updateMode: mode })}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
