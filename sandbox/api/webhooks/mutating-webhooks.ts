import type { AdmissionAttributes, WebhookCaller } from '@/sandbox/api/admission/chain';
import { internal } from '@/sandbox/api/api-error';
import { cloneJson, equalJson, type JsonObject } from '@/sandbox/api/json';
import { applyJsonPatch, JsonPatchError } from '@/sandbox/api/patch/json-patch';
import type { WebhookAsking } from '@/sandbox/api/webhooks/webhook-asking';
import type { MatchRequest } from '@/sandbox/api/webhooks/webhook-match';
import { beforeStorage, restoreStorage } from '@/sandbox/api/webhooks/webhook-review';
import { complete } from '@/sandbox/api/write/prepare-create';
import type { KubeObject } from '@/server/objects/types';

const CONFIGURATIONS = 'mutatingwebhookconfigurations.admissionregistration.k8s.io';

/** Calls the webhooks of every MutatingWebhookConfiguration, by configuration name, then in order. */
export class MutatingWebhooks implements WebhookCaller {
  constructor(private readonly asking: WebhookAsking) {}

  wants(request: MatchRequest): boolean {
    return this.asking.matching(CONFIGURATIONS, request).length > 0;
  }

  /**
   * The object after the webhooks. One that ran before another changed the object runs once more if it asked
   * for that.
   * @throws ApiError if one denies, returns a patch that does not apply, or fails under failurePolicy Fail
   */
  async call(request: AdmissionAttributes): Promise<KubeObject> {
    let object = request.object;
    const ran: JsonObject[] = [];
    const again = new Set<JsonObject>();
    for (const hook of this.asking.matching(CONFIGURATIONS, request)) {
      const next = await this.callOne(hook, request, object);
      if (!equalJson(next, object)) for (const earlier of ran) again.add(earlier);
      object = next;
      ran.push(hook);
    }
    for (const hook of ran) {
      if (again.has(hook) && hook.reinvocationPolicy === 'IfNeeded')
        object = await this.callOne(hook, request, object);
    }
    return object;
  }

  private async callOne(
    hook: JsonObject,
    request: AdmissionAttributes,
    object: KubeObject,
  ): Promise<KubeObject> {
    const response = await this.asking.ask(hook, request, object, { mayPatch: true });
    return typeof response?.patch === 'string' && response.patch !== ''
      ? this.patched(request, object, response.patch)
      : object;
  }

  private patched(request: AdmissionAttributes, object: KubeObject, encoded: string): KubeObject {
    const creating = request.operation === 'CREATE';
    const seen = cloneJson(creating ? beforeStorage(request, object) : object);
    try {
      const patch: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
      const patched = applyJsonPatch(seen, patch);
      const restored = creating ? restoreStorage(object, patched) : patched;
      complete(request.kind, restored);
      return restored;
    } catch (error) {
      if (error instanceof JsonPatchError || error instanceof SyntaxError) throw internal(error.message);
      throw error;
    }
  }
}
