import { ActionIcon, Flex, Text } from '@mantine/core';
import { type PastView, RANGES, type RangeName } from '@/server/contract/past';
import { formatDuration } from '@/server/words/times';
import { Segments } from '../choices/segments';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '../icons';
import shared from '../layout/shared.module.css';
import { Tooltip } from '../layout/tooltip';
import { localShortTime } from '../times/times';
import classes from './past-bar.module.css';
import { RangeForm } from './range-form';
import { type PastRange, scaled, shifted } from './use-past-range';

interface PastBarProps {
  range: PastRange;
  /** What is shown now, as answered. */
  shown: Pick<PastView, 'fromMs' | 'toMs' | 'isComplete'> | undefined;
}

interface PastNoteProps {
  shown: Pick<PastView, 'fromMs' | 'stepMs'>;
  /** The range asked for is longer than the data. */
  isCut: boolean;
}

/** How the charts are to be read; below them, which come first. */
export function PastNote({ shown, isCut }: PastNoteProps) {
  return (
    <p className={shared.small}>
      Steps of {formatDuration(shown.stepMs)}.{isCut && ` The data begin ${localShortTime(shown.fromMs)}.`}
      <span className="no-print"> Drag over a chart to zoom.</span>
    </p>
  );
}

const CHOICES = (Object.keys(RANGES) as RangeName[]).map((value) => ({ value, label: value }));

/** Chooses the time range of the charts below. */
export function PastBar({ range, shown }: PastBarProps) {
  const moves = [
    { label: 'Earlier', icon: IconChevronLeft, to: shown && shifted(shown, -0.5) },
    { label: 'Later', icon: IconChevronRight, to: shown && shifted(shown, 0.5) },
    { label: 'Zoom in', icon: IconZoomIn, to: shown && scaled(shown, 0.5) },
    { label: 'Zoom out', icon: IconZoomOut, to: shown && scaled(shown, 2) },
  ];
  return (
    <div className={classes.bar}>
      <div className="no-print">
        <Segments
          label="Time shown"
          size="xs"
          options={CHOICES}
          value={range.span ? undefined : range.last}
          onChange={range.choose}
        />
      </div>
      <Flex gap={4}>
        {moves.map(({ label, icon: Icon, to }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon
              variant="default"
              aria-label={label}
              disabled={!to}
              onClick={() => to && range.zoom(to)}
            >
              <Icon size={16} />
            </ActionIcon>
          </Tooltip>
        ))}
      </Flex>
      {shown && <RangeForm range={range} shown={shown} />}
      {shown && !shown.isComplete && (
        <Text c="var(--warning)" fz={12} role="status">
          The database does not answer, so only data that is not stored yet is shown.
        </Text>
      )}
    </div>
  );
}
