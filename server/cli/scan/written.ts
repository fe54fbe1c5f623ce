import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorText } from '../../lib/report/errors';
import type { TableStyle } from '../../scan/forms/table';
import type { ScanReport } from '../../scan/report';
import { CommandFailure } from '../failure';
import { withoutControls } from '../text';
import type { ScanCommandOptions } from './options';

/** Prints a text, or writes it into a file. @throws CommandFailure */
export function writeText(text: string, to: string | undefined, say: (text: string) => void): void {
  if (to === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    mkdirSync(path.dirname(path.resolve(to)), { recursive: true });
    writeFileSync(to, withoutControls(text));
  } catch (error) {
    throw new CommandFailure('failed', `${to} cannot be written: ${errorText(error)}`);
  }
  say(`Wrote ${to}.`);
}

export function tableStyle({ to, color, output }: ScanCommandOptions): TableStyle {
  const isTerminal = to === undefined && process.stdout.isTTY;
  return {
    columns: isTerminal ? process.stdout.columns : undefined,
    isColoured: isTerminal && color !== false && process.stdout.hasColors?.() === true,
    isWide: output === 'wide',
  };
}

/** Without the lines of charts, which only the page draws. */
export function withoutCharts({ workloads, ...report }: ScanReport) {
  return { ...report, workloads: workloads.map(({ chart: _, ...workload }) => workload) };
}
