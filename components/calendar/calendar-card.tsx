import { Box } from '@mantine/core';
import type { CalendarView } from '@/server/contract/operations';
import { Card } from '../layout/card';
import shared from '../layout/shared.module.css';
import { CalendarSummary } from './calendar-summary';

interface CalendarCardProps {
  calendar: CalendarView | undefined;
  nowMs: number;
  /** Whose it is, in place of what it says itself. */
  whose?: string;
}

/** When the pods of a workload may change; nothing if that is at all times. */
export function CalendarCard({ calendar, nowMs, whose }: CalendarCardProps) {
  if (!calendar?.from) return null;
  const owner = whose ?? (calendar.from === 'vpa' ? 'of this VPA' : 'of the cluster');
  return (
    <Box mb={20}>
      <Card title="Calendar" at="calendar" aside={<span className={shared.small}>{owner}</span>}>
        <CalendarSummary calendar={calendar} nowMs={nowMs} />
      </Card>
    </Box>
  );
}
