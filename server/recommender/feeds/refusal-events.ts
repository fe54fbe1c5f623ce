import type { KubeEvent } from '../../kube/types';
import type { WatchCache } from '../../kube/watch-cache';

/** The events to watch: controllers report in them that a pod was refused. */
export const REFUSAL_EVENTS = 'reason=FailedCreate';

const NONE: readonly KubeEvent[] = [];

/** The events about refused pods, by the controller that wanted them; as many as the API server keeps. */
export class RefusalEvents {
  private readonly byController = new Map<string, KubeEvent[]>();

  constructor(events: Pick<WatchCache<KubeEvent>, 'subscribe'>) {
    events.subscribe({
      added: (event) => this.add(event),
      updated: (former, event) => {
        this.remove(former);
        this.add(event);
      },
      deleted: (event) => this.remove(event),
    });
  }

  about(controller: { kind: string; namespace: string; name: string }): readonly KubeEvent[] {
    return this.byController.get(keyOf(controller)) ?? NONE;
  }

  private add(event: KubeEvent): void {
    const key = keyOf(event.involvedObject);
    this.byController.set(key, [...(this.byController.get(key) ?? []), event]);
  }

  private remove({ involvedObject, metadata: { name } }: KubeEvent): void {
    const key = keyOf(involvedObject);
    const left = (this.byController.get(key) ?? []).filter((event) => event.metadata.name !== name);
    if (left.length > 0) this.byController.set(key, left);
    else this.byController.delete(key);
  }
}

function keyOf(about: Partial<KubeEvent['involvedObject']> | null | undefined): string {
  const { kind = '', namespace = '', name = '' } = about ?? {};
  return `${kind} ${namespace}/${name}`;
}
