import { isKubeError, type KubeClient, MERGE_PATCH } from '../../kube/client';
import { lackingRights } from '../../kube/own-rights';
import type { PodNotes } from '../../kube/pod-notes';
import type { PodAnnotations } from '../../kube/resize-marks';
import { type Clock, Moment } from '../../lib/time/clock';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { Pod } from '../../objects/types';

/** How long the answer counts whether pods may be patched: a role may be bound or taken away. */
const ASK_AGAIN_MS = 600_000;

/**
 * Annotates pods where the account may patch them, which is optional (deploy/optional/annotate-pods.yaml); else keeps
 * the notes in this process.
 */
export class PodMarks {
  private asked: { may: boolean; at: Moment } | undefined;

  constructor(
    private readonly client: Pick<KubeClient, 'request'>,
    private readonly notes: PodNotes,
    private readonly wallClock: Clock,
  ) {}

  /** @throws KubeError, and what `beforeSend` throws */
  async set(pod: Pod, annotations: PodAnnotations, beforeSend?: () => void): Promise<void> {
    if (await this.arePatched()) {
      try {
        return await this.patch(pod, annotations, beforeSend);
      } catch (thrown) {
        if (!isKubeError(thrown, 'forbidden')) throw thrown;
        this.asked = { may: false, at: new Moment(this.wallClock) };
      }
    }
    this.notes.note(pod, annotations);
  }

  /** Whether they are annotations of the pod, and not kept here. @throws KubeError */
  async arePatched(): Promise<boolean> {
    const { asked } = this;
    if (asked && asked.at.mostAgeMs < ASK_AGAIN_MS) return asked.may;
    const { group, plural } = API_RESOURCES.pods;
    const lacking = await lackingRights(this.client, [{ verb: 'patch', group, resource: plural }]);
    const may = lacking.length === 0;
    this.asked = { may, at: new Moment(this.wallClock) };
    return may;
  }

  private async patch(pod: Pod, annotations: PodAnnotations, beforeSend?: () => void): Promise<void> {
    const { namespace = '', name, uid } = pod.metadata;
    await this.client.request('PATCH', pathOf(API_RESOURCES.pods, namespace, name), {
      body: { metadata: { uid, annotations } },
      contentType: MERGE_PATCH,
      beforeSend,
    });
  }
}
