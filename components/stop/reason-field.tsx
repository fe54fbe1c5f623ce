import { Box, Text } from '@mantine/core';
import { useId } from 'react';
import classes from './reason-field.module.css';

interface ReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
  onEnter: () => void;
}

const LONGEST_REASON = 200;

/** Where typing goes when its dialog opens. A plain field, since the dialog that has it is loaded ahead on every page. */
export function ReasonField({ value, onChange, onEnter }: ReasonFieldProps) {
  const id = useId();
  return (
    <div>
      <Box component="label" fz="var(--mantine-font-size-sm)" fw={600} htmlFor={id}>
        Reason (optional)
      </Box>
      <Text
        mb={6}
        c="var(--mantine-color-dimmed)"
        fz="var(--mantine-font-size-xs)"
        lh="1.2"
        id={`${id}-about`}
      >
        Everyone sees it until someone resumes, and it stays in the audit log.
      </Text>
      <input
        className={classes.field}
        id={id}
        aria-describedby={`${id}-about`}
        data-autofocus
        maxLength={LONGEST_REASON}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      />
    </div>
  );
}
