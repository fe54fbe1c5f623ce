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
import { OwnTexts } from '../own-texts';

interface Note {
  readonly uid: string;
  outcomes: Outcomes;
  readonly texts: OwnTexts;
  isWritten: boolean;
}

/** The outcomes as noted on the VPAs, of each part of their pods, with what this process wrote and no watch shows yet. */
export class OutcomeNotes {
  private readonly notes = new Map<string, Note>();

  constructor(private readonly client: Pick<KubeClient, 'request'>) {}

  /** What anyone else writes counts from when it is seen. */
  allOf({ namespace, name, vpa }: CompiledVpa): Outcomes {
    const key = `${namespace}/${name}`;
    const note = this.notes.get(key);
    if (!note) return readOutcomes(vpa);
    if (note.uid === vpa.metadata.uid && note.texts.show(shownIn(vpa))) return note.outcomes;
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
    const { texts } = this.notes.get(key) ?? { texts: new OwnTexts(shownIn(vpa)) };
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
    note.texts.sending(text);
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
