import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { MODES, modeEffect } from '../workloads/mode-words';
import classes from './mode-field.module.css';

interface ModeFieldProps {
  value: string;
  onChange: (mode: string) => void;
  error?: ReactNode;
}

/** The update modes, gentlest first, each with what it does. */
export function ModeField({ value, onChange, error }: ModeFieldProps) {
  const modes = MODES.filter((mode) => mode !== 'Auto' || value === 'Auto');
  return (
    <Radio.Group label="Update mode" value={value} onChange={onChange} error={error}>
      <div className={classes.modes}>
        {modes.map((mode) => (
          <Radio key={mode} value={mode} label={mode} description={modeEffect({ updateMode: mode })} />
        ))}
      </div>
    </Radio.Group>
  );
}
