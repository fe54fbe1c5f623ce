import type { ErrorBody } from '@/server/contract/errors';

/** What is wrong with a page's address, according to the server. */
export function addressWords({ message, fields }: Pick<ErrorBody, 'message' | 'fields'>): string {
  if (fields.length === 0) return message;
  const faults = fields.map((fault) => `"${fault.field}" ${fault.message}`);
  return `This address is invalid: ${faults.join('; ')}.`;
}
