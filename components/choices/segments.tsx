'use client';

import { useId } from 'react';
import classes from './segments.module.css';

interface SegmentsProps<Value extends string | number> {
  /** What is chosen, for screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Undefined if none of them is chosen. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  size?: 'xs' | 'sm';
  fullWidth?: boolean;
}

/**
 * Chooses one of a few, side by side. Plain radio buttons, small enough for the script of the first page; any text may
 * be a value, also `constructor`.
 */
export function Segments<Value extends string | number>({
  label,
  options,
  value,
  onChange,
  size = 'sm',
  fullWidth = false,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes.segments}
      data-size={size}
      data-full={fullWidth || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
