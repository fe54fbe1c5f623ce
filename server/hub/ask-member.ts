import type { MemberFault } from '../words/member-faults';
import type { Member } from './clusters-file';
import { isForAsker } from './member-answer';
import { type MemberClient, memberFaultOf, type NewsOfMember } from './member-client';
import { type Asker, signOnHeaders } from './signing-on';

export type SaidByMember<T> = NewsOfMember<T> | { fault: MemberFault };

interface MemberQuestion<T> {
  /** Below `/api/v1`, with its query. */
  route: string;
  /** The revision whose answer is kept. */
  known: string | undefined;
  /** What the answer says, and whom it is for; undefined if it says something else. May reject as `answer` throws. */
  read(answer: () => Promise<unknown>): Promise<T | undefined>;
}

/** Asks a member as a person, and believes only what is for that person. Never rejects. */
export async function askMember<T extends { user: string | undefined }>(
  { member, client }: { member: Member; client: MemberClient | undefined },
  asker: Asker,
  { route, known, read }: MemberQuestion<T>,
): Promise<SaidByMember<T>> {
  const signedOn = signOnHeaders(member, asker);
  if ('fault' in signedOn) return signedOn;
  if (!client) return { fault: 'unreachable' };
  try {
    const news = await client.getIfNew(route, signedOn.headers, known, read);
    if ('isSame' in news) return news;
    const { said } = news;
    if (!said) return { fault: 'unreadable' };
    return isForAsker(asker, member, said.user) ? { ...news, said } : { fault: 'someone-else' };
  } catch (thrown) {
    return { fault: memberFaultOf(thrown) };
  }
}
