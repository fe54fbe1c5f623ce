import { Button, TextInput } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { type FormEvent, memo, useState } from 'react';
import type { PastView } from '@/server/contract/past';
import { useClusterTime } from '../api/queries';
import { listTimeText, TIME_FORMAT } from '../lists/time-text';
import { localZoneName } from '../times/times';
import { viewerZone } from '../times/viewer-zone';
import classes from './range-form.module.css';
import { type RangeEnds, typedRange } from './typed-range';
import type { PastRange } from './use-past-range';

interface RangeFormProps {
  range: Pick<PastRange, 'span' | 'asked'> & { zoom: (span: { fromMs: number; toMs: number }) => void };
  shown: Pick<PastView, 'fromMs' | 'toMs'>;
}

/** What was typed over a range, and whether it was asked for. */
interface Draft extends RangeEnds {
  over: string;
  isAsked: boolean;
}

const LABELS: RangeEnds = { from: 'From', to: 'To' };

interface RangeEndProps {
  end: keyof RangeEnds;
  text: string;
  zone: string;
  fault: string | undefined;
  onType: (typed: Partial<RangeEnds>) => void;
}

/** One end; drawn again only when something of it changed. */
const RangeEnd = memo(function RangeEnd({ end, text, zone, fault, onType }: RangeEndProps) {
  return (
    <TextInput
      className={classes.end}
      size="xs"
      aria-label={`${LABELS[end]} (${zone})`}
      placeholder={TIME_FORMAT}
      autoComplete="off"
      leftSection={<span aria-hidden="true">{LABELS[end]}</span>}
      leftSectionWidth={44}
      rightSection={<span aria-hidden="true">{zone}</span>}
      rightSectionWidth={72}
      value={text}
      error={fault}
      onChange={(event) => onType({ [end]: event.currentTarget.value })}
    />
  );
});

/** The ends of the range shown, by the viewer's clock, to be typed over. */
export function RangeForm({ range, shown }: RangeFormProps) {
  const [kept, setDraft] = useState<Draft>();
  const nowMs = useClusterTime();
  const zone = viewerZone();
  const { fromMs, toMs } = range.span ?? shown;
  const over = JSON.stringify(range.asked);
  const draft = kept?.over === over ? kept : undefined;
  const ends = draft ?? { from: listTimeText(fromMs, zone), to: listTimeText(toMs, zone) };
  const { span, faults } = typedRange(ends, zone, nowMs);
  const type = useCallbackRef((typed: Partial<RangeEnds>) =>
    setDraft({ ...ends, ...typed, over, isAsked: false }),
  );
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (!draft) return;
    setDraft(span ? undefined : { ...draft, isAsked: true });
    if (span) range.zoom(span);
  };
  return (
    <form
      className={classes.form}
      aria-label="Range"
      noValidate
      onSubmit={ask}
      onKeyDown={(event) => event.key === 'Escape' && setDraft(undefined)}
    >
      {(['from', 'to'] as const).map((end) => (
        <RangeEnd
          key={end}
          end={end}
          text={ends[end]}
          zone={localZoneName(end === 'from' ? fromMs : toMs)}
          fault={draft?.isAsked ? faults[end] : undefined}
          onType={type}
        />
      ))}
      <Button type="submit" size="xs" variant="default" disabled={!draft}>
        Show
      </Button>
    </form>
  );
}
