import * as z from 'zod';
import { AppError } from '../lib/report/errors';
import type { Member } from './clusters-file';
import { type MemberClient, MemberFailure } from './member-client';
import { shortList } from './short-list';

const session = z.object({
  user: z.string().min(1).max(512),
  groups: shortList(z.string().max(512), 1_000),
});

/** A person as a cluster knows them by their token. */
export interface TokenHolder {
  name: string;
  groups: readonly string[];
}

/** Whether a hub believes this cluster whose token one is: its file says so. */
export const reviewsTokens = ({ signOn }: Member) => signOn.kind === 'token' && signOn.reviews === true;

/**
 * Whose token it is, as the first cluster says that knows it; undefined if all answer and none does.
 * @throws AppError `cluster-away` if none knows it and not all answer
 */
export async function whoseToken(
  reviewing: readonly MemberClient[],
  token: string,
): Promise<TokenHolder | undefined> {
  let isSure = true;
  for (const client of reviewing) {
    try {
      const said = session.safeParse(await client.get('/session', { authorization: `Bearer ${token}` }));
      if (said.success) return { name: said.data.user, groups: said.data.groups };
      isSure = false;
    } catch (thrown) {
      if (!(thrown instanceof MemberFailure)) throw thrown;
      isSure &&= thrown.fault === 'stranger';
    }
  }
  if (isSure) return undefined;
  throw new AppError('cluster-away', 'those that review tokens do not answer');
}
