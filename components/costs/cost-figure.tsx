import { Box } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Cost, CostPart } from '@/server/contract/costs';
import shared from '../layout/shared.module.css';
import { LiveValue } from '../live/live-value';
import { costText, PART_NAMES } from './cost-words';
import classes from './costs.module.css';

interface CostFigureProps {
  cost: Cost;
  currency: string | undefined;
  part: CostPart;
  /** Beside its name. */
  note?: ReactNode;
  small?: boolean;
}

/** One part of a cost: a month in money where there are prices, and amounts. */
export function CostFigure({ cost, currency, part, note, small = false }: CostFigureProps) {
  const { main, unit, more } = costText(cost, part, currency);
  return (
    <div className={classes.figure} data-part={part}>
      <dt className={shared.smallText}>
        {PART_NAMES[part]} {note && <span className={classes.soft}>{note}</span>}
      </dt>
      <Box component="dd" mt={2}>
        <strong className={small ? classes.small : classes.main}>
          <LiveValue text={main}>
            {main.split(' · ').map((amount, index) => (
              <Fragment key={amount}>
                {index > 0 && ' '}
                <Box className={shared.unbroken} component="span" display="inline-block" mr={12}>
                  {amount}
                </Box>
              </Fragment>
            ))}
          </LiveValue>
        </strong>{' '}
        <span className={classes.soft}>{unit}</span>
        <span className={shared.under}>{more}</span>
      </Box>
    </div>
  );
}

export function CostNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
