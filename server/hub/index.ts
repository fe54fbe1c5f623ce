import type { Clock } from '../clock';
import type { ClusterRow } from '../contract/clusters';
import { type Member, readClusters } from './clusters-file';
import { KeptAnswers, type MemberSaid } from './kept-answers';
import { memberAnswer } from './member-answer';
import { MemberClient, MemberFailure } from './member-client';
import { type Asker, signOnHeaders } from './signing-on';

export type { Asker } from './signing-on';

/** Many clusters, as each person may see them. Members go on by themselves whatever becomes of it. */
export class Hub {
  private readonly members: readonly Member[];
  private readonly clients: ReadonlyMap<string, MemberClient>;
  private readonly answers: KeptAnswers;

  /** @param file the setting PLUMBLINE_CLUSTERS. @throws ConfigError */
  constructor(file: string, wallClock: Clock) {
    this.members = readClusters(file);
    this.clients = new Map(this.members.map((member) => [member.name, new MemberClient(member, wallClock)]));
    this.answers = new KeptAnswers((member, asker) => this.ask(member, asker), wallClock);
  }

  /** What every cluster last said to this person. */
  rows(asker: Asker): Promise<ClusterRow[]> {
    return this.answers.rows(this.members, asker);
  }

  async close(): Promise<void> {
    await Promise.all([...this.clients.values()].map((client) => client.close()));
  }

  private async ask(member: Member, asker: Asker): Promise<MemberSaid> {
    const signedOn = signOnHeaders(member, asker);
    const client = this.clients.get(member.name);
    if ('fault' in signedOn || !client)
      return { fault: 'fault' in signedOn ? signedOn.fault : 'unreachable' };
    try {
      const status = await client.get('/status', signedOn.headers);
      const said = memberAnswer({ status, overview: await client.get('/overview', signedOn.headers) });
      if (!said) return { fault: 'unreadable' };
      const isForThem = member.signOn.kind === 'token' || said.user === asker.name;
      return isForThem ? { answer: said.answer } : { fault: 'someone-else' };
    } catch (thrown) {
      return { fault: thrown instanceof MemberFailure ? thrown.fault : 'unreadable' };
    }
  }
}
