import type { ScanReport } from '../report';

export function htmlText(_report: ScanReport): string {
  return '';
}
