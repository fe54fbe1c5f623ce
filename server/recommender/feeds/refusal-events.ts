import type { WatchCache } from '../../kube/watch-cache';
import { ofKey } from '../../lib/memo/of-key';
import type { KubeEvent } from '../../objects/types';

/** The events to watch: controllers report in them that a pod was refused. */
export const REFUSAL_EVENTS = 'reason=FailedCreate';

/** The events about refused pods, by the controller that wanted them; as many as the API server keeps. */
export class RefusalEvents {
  private readonly byController = new Map<string, Map<string, KubeEvent>>();

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
    return [...(this.byController.get(keyOf(controller))?.values() ?? [])];
  }

  /** Those about the ReplicaSets of a namespace whose names are asked for: a Deployment has none of its own. */
  aboutReplicaSets(namespace: string, isAsked: (name: string) => boolean): readonly KubeEvent[] {
    const place = keyOf({ kind: 'ReplicaSet', namespace, name: '' });
    return [...this.byController].flatMap(([key, events]) =>
      key.startsWith(place) && isAsked(key.slice(place.length)) ? [...events.values()] : [],
    );
  }

  private add(event: KubeEvent): void {
    const key = keyOf(event.involvedObject);
    const events = ofKey(this.byController, key, () => new Map());
    events.set(event.metadata.name, event);
  }

  private remove({ involvedObject, metadata: { name } }: KubeEvent): void {
    const key = keyOf(involvedObject);
    const events = this.byController.get(key);
    if (events?.delete(name) && events.size === 0) this.byController.delete(key);
  }
}

function keyOf(about: Partial<KubeEvent['involvedObject']> | null | undefined): string {
  const { kind = '', namespace = '', name = '' } = about ?? {};
  return `${kind} ${namespace}/${name}`;
}
