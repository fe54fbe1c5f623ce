import { ConfigError } from '../../../lib/report/errors';
import { readRules } from './rules';

/** @throws ConfigError if what the setting asks of every VPA cannot be read */
export function checkDefaultRules({ approvals }: { readonly approvals: string }): void {
  const { fault } = readRules(approvals);
  if (fault !== undefined) throw new ConfigError(`PLUMBLINE_APPROVALS="${approvals}": ${fault}`);
}
