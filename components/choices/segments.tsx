'use client';

import { useCallbackRef } from '@mantine/hooks';
import { memo, useId } from 'react';
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

interface SegmentProps {
  group: string;
  index: number;
  value: string | number;
  label: string;
  isChosen: boolean;
  onChoose: (index: number) => void;
}

/** React writes the attributes of an input anew whenever it is drawn: only when something of it changed. */
const Segment = memo(function Segment({ group, index, value, label, isChosen, onChoose }: SegmentProps) {
  return (
    <label className={classes.segment}>
      <input type="radio" name={group} value={value} checked={isChosen} onChange={() => onChoose(index)} />
      {label}
    </label>
  );
});

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
  const group = useId();
  const choose = useCallbackRef((index: number) => {
    const chosen = options[index];
    if (chosen) onChange(chosen.value);
  });
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes.segments}
      data-size={size}
      data-full={fullWidth || undefined}
    >
      {options.map((option, index) => (
        <Segment
          key={option.value}
          group={group}
          index={index}
          value={option.value}
          label={option.label}
          isChosen={option.value === value}
          onChoose={choose}
        />
      ))}
    </div>
  );
}
