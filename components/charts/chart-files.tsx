import { Button } from '@mantine/core';
import type { RefObject } from 'react';
import { IconDownload } from '../icons';
import { notify } from '../notices/notify';
import { pictureOf } from './chart-picture';
import classes from './time-chart.module.css';

const NOT_DRAWN = 'The browser could not draw the picture';

interface ChartFilesProps {
  /** What the chart shows: its files are named after it. */
  label: string;
  chart: RefObject<HTMLElement | null>;
  /** The rows as CSV. */
  csv(): string;
}

/** The chart to take along: as it stands, and as numbers. */
export function ChartFiles({ label, chart, csv }: ChartFilesProps) {
  const name = label.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const files = {
    PNG: async () => {
      const picture = await pictureOf(chart.current ?? document.body, label).catch(() => undefined);
      if (picture) save(picture, `${name}.png`);
      else notify({ color: 'danger', title: NOT_DRAWN, message: 'Its numbers can be saved as CSV.' });
    },
    CSV: async () => save(new Blob([csv()], { type: 'text/csv' }), `${name}.csv`),
  };
  return (
    <span className={`${classes.files} no-print`}>
      {Object.entries(files).map(([kind, make]) => (
        <Button
          key={kind}
          variant="subtle"
          size="compact-xs"
          leftSection={<IconDownload size={14} />}
          aria-label={`${kind}: ${label}`}
          onClick={() => void make()}
        >
          {kind}
        </Button>
      ))}
    </span>
  );
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
