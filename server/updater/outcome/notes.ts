import { type KubeClient, MERGE_PATCH } from '../../kube/client';
import { API_RESOURCES, pathOf } from '../../kube/resources';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import { OUTCOME_ANNOTATION, type OutcomeState, outcomeText, readOutcome } from '../../policy/outcome/state';

interface Note {
  readonly uid: string;
  state: OutcomeState;
  /** What the cluster may show while this process knows better: the last texts it had or was sent. */
  readonly texts: (string | undefined)[];
  isWritten: boolean;
}

/** A watch is never so many writes of ours behind. */
const MOST_TEXTS = 8;

/** The outcomes as noted on the VPAs, with what this process wrote and no watch shows yet. */
export class OutcomeNotes {
  private readonly notes = new Map<string, Note>();

  constructor(private readonly client: Pick<KubeClient, 'request'>) {}

  /** What anyone else writes counts from when it is seen. */
  of({ namespace, name, vpa }: CompiledVpa): OutcomeState {
    const key = `${namespace}/${name}`;
    const note = this.notes.get(key);
    if (!note) return readOutcome(vpa);
    const shown = note.uid === vpa.metadata.uid ? note.texts.indexOf(shownIn(vpa)) : -1;
    if (shown >= 0) {
      // What came before it does not come again, unless someone else writes it.
      note.texts.splice(0, shown);
      return note.state;
    }
    this.notes.delete(key);
    return readOutcome(vpa);
  }

  /** Takes a state that is to be written. */
  become(compiled: CompiledVpa, state: OutcomeState): void {
    const { namespace, name, vpa } = compiled;
    const key = `${namespace}/${name}`;
    if (this.of(compiled) === state) return;
    const { texts } = this.notes.get(key) ?? { texts: [shownIn(vpa)] };
    this.notes.set(key, { uid: vpa.metadata.uid ?? '', state, texts, isWritten: false });
  }

  /** Writes what the cluster may lack about a VPA. @throws KubeError */
  async write({ namespace, name }: CompiledVpa): Promise<void> {
    const note = this.notes.get(`${namespace}/${name}`);
    if (!note || note.isWritten) return;
    const text = outcomeText(note.state);
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

function shownIn({ metadata }: CompiledVpa['vpa']): string | undefined {
  return metadata.annotations?.[OUTCOME_ANNOTATION];
}
