import { PAST_SPANS, type PastSpanName, type PastTotals } from '../../contract/overview';
import { AppError } from '../../lib/report/errors';
import type { ListRequest } from '../list-query';
import type { PastStore } from './past-store';

/**
 * The past that a query asks for, of what is within reach: `span` is `day`, `week` or `month`.
 * @throws AppError `bad-request` naming the invalid parameters
 */
export async function pastTotals(
  pastStore: Pick<PastStore, 'upToNow'>,
  { params, reach }: ListRequest,
): Promise<PastTotals> {
  const span = params.get('span') ?? 'day';
  if (!isSpan(span)) {
    const message = `must be one of ${Object.keys(PAST_SPANS).join(', ')}`;
    throw new AppError('bad-request', `span ${message}`, [{ field: 'span', message }]);
  }
  return pastStore.upToNow(span, reach.namespaces);
}

function isSpan(name: string): name is PastSpanName {
  return Object.hasOwn(PAST_SPANS, name);
}
