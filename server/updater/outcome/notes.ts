import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import {
  isSettled,
  LONGEST_TEXT,
  OUTCOME_ANNOTATION,
  type OutcomeState,
  type Outcomes,
  outcomesText,
  readOutcomes,
  SETTLED,
} from '../../decide/pods/outcome/state';
import { type KubeClient, MERGE_PATCH } from '../../kube/client';
import { API_RESOURCES, pathOf } from '../../objects/resources';

interface Note {
  readonly uid: string;
  outcomes: Outcomes;
  /** What the cluster may show while this process knows better: the last texts it had or was sent. */
  readonly texts: (string | undefined)[];
  isWritten: boolean;
}

/** A watch is never so many writes of ours behind. */
const MOST_TEXTS = 8;

/** The outcomes as noted on the VPAs, of each part of their pods, with what this process wrote and no watch shows yet. */
export class OutcomeNotes {
  private readonly notes = new Map<string, Note>();

  constructor(private readonly client: Pick<KubeClient, 'request'>) {}

  /** What anyone else writes counts from when it is seen. */
  allOf({ namespace, name, vpa }: CompiledVpa): Outcomes {
    const key = `${namespace}/${name}`;
    const note = this.notes.get(key);
    if (!note) return readOutcomes(vpa);
    const shown = note.uid === vpa.metadata.uid ? note.texts.indexOf(shownIn(vpa)) : -1;
    if (shown >= 0) {
      // What came before it does not come again, unless someone else writes it.
      note.texts.splice(0, shown);
      return note.outcomes;
    }
    this.notes.delete(key);
    return readOutcomes(vpa);
  }

  /** Of one part of the pods. */
  of(compiled: CompiledVpa, part: string): OutcomeState {
    return this.allOf(compiled).get(part) ?? SETTLED;
  }

  /** Takes a state of a part of the pods that is to be written. */
  become(compiled: CompiledVpa, part: string, state: OutcomeState): void {
    const { namespace, name, vpa } = compiled;
    const key = `${namespace}/${name}`;
    const known = this.allOf(compiled);
    if ((known.get(part) ?? SETTLED) === state) return;
    const outcomes = new Map(known);
    if (isSettled(state)) outcomes.delete(part);
    else outcomes.set(part, state);
    const { texts } = this.notes.get(key) ?? { texts: [shownIn(vpa)] };
    this.notes.set(key, { uid: vpa.metadata.uid ?? '', outcomes, texts, isWritten: false });
  }

  /** Whether the cluster may lack something about a VPA. */
  isDue({ namespace, name }: CompiledVpa): boolean {
    return this.notes.get(`${namespace}/${name}`)?.isWritten === false;
  }

  /** Writes what the cluster may lack about a VPA. @throws KubeError */
  async write({ namespace, name }: CompiledVpa): Promise<void> {
    const note = this.notes.get(`${namespace}/${name}`);
    if (!note || note.isWritten) return;
    const text = outcomesText(note.outcomes);
    note.texts.push(text);
    if (note.texts.length > MOST_TEXTS) note.texts.shift();
    await this.client.request('PATCH', pathOf(API_RESOURCES.vpas, namespace, name), {
      body: { metadata: { uid: note.uid || undefined, annotations: { [OUTCOME_ANNOTATION]: text ?? null } } },
      contentType: MERGE_PATCH,
    });
    note.isWritten = true;
  }

  keepOnlyVpas(live: Pick<ReadonlySet<string>, 'has'>): void {
    for (const key of this.notes.keys()) if (!live.has(key)) this.notes.delete(key);
  }
}

/** Whether the state of one more part may be noted: an object holds only so much, and what is held must fit too. */
export function hasSpaceFor(outcomes: Outcomes, part: string, state: OutcomeState): boolean {
  if (outcomes.size === 0) return true;
  const text = outcomesText(new Map(outcomes).set(part, state)) ?? '';
  return text.length <= LONGEST_TEXT / 2;
}

function shownIn({ metadata }: CompiledVpa['vpa']): string | undefined {
  return metadata.annotations?.[OUTCOME_ANNOTATION];
}
