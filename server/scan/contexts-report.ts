import { VERSION } from '../lib/report/version';
import { sumOf } from './core/sums';
import type { ScanReport, ScanSum } from './report';

export type ScannedContext = { context: string } & (
  | { report: ScanReport }
  /** Why there is no report: what is wrong, and what to do. */
  | { failure: string }
  /** It is the same cluster as an earlier context, and counted there. */
  | { sameAs: string }
);

/** What a scan of several contexts found, as its JSON has it; amounts as in `ScanReport`. */
export interface ContextsReport {
  /** Of the form of this report. */
  version: 1;
  program: string;
  atMs: number;
  currency?: string;
  contexts: ScannedContext[];
  sum: ScanSum;
}

/** Those that were scanned. */
export function reportsIn({ contexts }: Pick<ContextsReport, 'contexts'>) {
  return contexts.flatMap((one) => ('report' in one ? [one] : []));
}

/** The reports of several contexts and what they come to. @param atMs when it ended, in Unix milliseconds */
export function contextsReport(contexts: ScannedContext[], atMs: number): ContextsReport {
  const reports = reportsIn({ contexts }).map(({ report }) => report);
  const currency = reports.find((one) => one.currency !== undefined)?.currency;
  return {
    version: 1,
    program: `plumbline ${VERSION}`,
    atMs,
    ...(currency !== undefined && { currency }),
    contexts,
    sum: sumOf(reports.flatMap(({ workloads }) => workloads)),
  };
}
