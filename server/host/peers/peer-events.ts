import type { CountedMutation } from '../../admission/serving/like-mutations';
import type { PartsView } from '../../contract/overview';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { ProblemCode } from '../../words/problems';

/** Where a process that admits tells the one beside it, on this machine alone. */
export const PEER_PATH = '/api/beside';

/** Who is asking for what policy, as the API server said. */
export interface PolicyAuthor {
  readonly namespace: string;
  readonly vpa: Pick<VerticalPodAutoscaler, 'metadata' | 'spec'>;
  readonly who: string;
}

export interface ToldProblem {
  readonly code: ProblemCode;
  readonly about: string;
  readonly detail: string;
}

/** What has happened since the last question: it is kept until the next one says that it arrived. */
export interface PeerEvents {
  /** Another process begins anew. */
  readonly process: string;
  readonly next: number;
  readonly mutations: readonly CountedMutation[];
  readonly authors: readonly PolicyAuthor[];
  /** How many mutations did not fit since the process began. */
  readonly dropped: number;
  readonly admission?: PartsView['admission'];
  /** Absent if they are as the question says that they were. */
  readonly problems?: readonly ToldProblem[];
  /** Rises with every change of them. */
  readonly revision: number;
}

/** What an earlier answer said, as the next question says it. */
export interface Heard extends Pick<PeerEvents, 'process' | 'next' | 'revision'> {
  /** Answered at once, though there may be nothing to tell. */
  readonly isUrgent?: boolean;
}

export function questionOf({ process, next, revision, isUrgent = false }: Heard): string {
  const said = { process, next: `${next}`, revision: `${revision}`, isUrgent: `${isUrgent}` };
  return `${PEER_PATH}?${new URLSearchParams(said)}`;
}

/** What a question says; nothing where it says nothing that can be read. */
export function heardOf(url: string): Heard {
  const { searchParams } = new URL(url, 'http://localhost');
  const numberOf = (name: string) => Math.trunc(Number(searchParams.get(name))) || 0;
  return {
    process: searchParams.get('process') ?? '',
    next: numberOf('next'),
    revision: numberOf('revision'),
    isUrgent: searchParams.get('isUrgent') === 'true',
  };
}
