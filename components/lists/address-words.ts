import type { ErrorBody } from '@/server/errors';

/** What is wrong with the address of a page, as far as the server says. */
export function addressWords({ message, fields }: Pick<ErrorBody, 'message' | 'fields'>): string {
  if (fields.length === 0) return message;
  const faults = fields.map((fault) => `"${fault.field}" ${fault.message}`);
  return `This address asks for what there cannot be: ${faults.join('; ')}.`;
}
