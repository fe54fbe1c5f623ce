import { Button, Flex, Stack, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CalendarView } from '@/server/contract/operations';
import { Fold } from '../layout/fold';
import { CALENDAR_EXAMPLES } from './calendar-examples';
import classes from './calendar-field.module.css';
import { CalendarSummary } from './calendar-summary';

interface CalendarFieldProps {
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
  /** What counts with this text, as the server reads it. */
  calendar: CalendarView | undefined;
  nowMs: number;
}

/** A calendar as text, with examples to begin with; below it when it opens. */
export function CalendarField({ value, onChange, error, calendar, nowMs }: CalendarFieldProps) {
  return (
    <Fold
      label="Calendar: when pods may be evicted or resized"
      note={value === '' ? undefined : 'set'}
      urgent={error !== undefined}
    >
      <Stack gap={10}>
        <Textarea
          aria-label="Calendar"
          description="Windows and blackouts as YAML or JSON. Empty: the calendar of the cluster, if there is one; always: at all times."
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
          autosize
          minRows={4}
          maxRows={16}
          spellCheck={false}
          classNames={{ input: classes.text }}
        />
        <Flex wrap="wrap" gap={6}>
          {CALENDAR_EXAMPLES.map(({ label, text }) => (
            <Button key={label} size="compact-xs" variant="default" onClick={() => onChange(text)}>
              {label}
            </Button>
          ))}
        </Flex>
        {calendar && error === undefined && <CalendarSummary calendar={calendar} nowMs={nowMs} />}
      </Stack>
    </Fold>
  );
}
