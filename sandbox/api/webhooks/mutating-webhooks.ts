import type { AdmissionAttributes, WebhookCaller } from '@/sandbox/api/admission/chain';
import { ApiError, badRequest, internal } from '@/sandbox/api/api-error';
import { cloneJson, equalJson, isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { applyJsonPatch, JsonPatchError } from '@/sandbox/api/patch/json-patch';
import type { Storage } from '@/sandbox/api/storage/storage';
import { WebhookCallError, type WebhookClient } from '@/sandbox/api/webhooks/webhook-client';
import { type MatchRequest, webhookMatches } from '@/sandbox/api/webhooks/webhook-match';
import { beforeStorage, restoreStorage, reviewOf } from '@/sandbox/api/webhooks/webhook-review';
import { complete } from '@/sandbox/api/write/prepare-create';
import type { Logger } from '@/server/lib/report/log';
import type { KubeObject } from '@/server/objects/types';

const CONFIGURATIONS = 'mutatingwebhookconfigurations.admissionregistration.k8s.io';
const DRY_RUN_SAFE = new Set(['None', 'NoneOnDryRun']);

/** Calls the webhooks of every MutatingWebhookConfiguration, by configuration name, then in order. */
export class MutatingWebhooks implements WebhookCaller {
  constructor(
    private readonly storage: Storage,
    private readonly client: WebhookClient,
    private readonly log: Logger,
  ) {}

  wants(request: Pick<AdmissionAttributes, 'kind' | 'operation' | 'object' | 'old'>): boolean {
    return this.matching(request).length > 0;
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
    for (const hook of this.matching(request)) {
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

  private matching(
    request: Pick<AdmissionAttributes, 'kind' | 'operation' | 'object' | 'old'>,
  ): JsonObject[] {
    const configurations = this.storage.store(CONFIGURATIONS).list();
    if (configurations.length === 0) return [];
    const namespace = this.storage.store('namespaces').get('', request.object.metadata.namespace ?? '');
    const match: MatchRequest = { ...request, namespaceLabels: namespace?.metadata.labels };
    return configurations
      .flatMap((each) => objectsAt(each, 'webhooks'))
      .filter((hook) => webhookMatches(hook, match));
  }

  private async callOne(
    hook: JsonObject,
    request: AdmissionAttributes,
    object: KubeObject,
  ): Promise<KubeObject> {
    const name = String(hook.name);
    if (request.options.dryRun && !DRY_RUN_SAFE.has(String(hook.sideEffects))) {
      throw badRequest(`admission webhook "${name}" does not support dry run`);
    }
    const review = reviewOf(request, object);
    let response: JsonObject;
    try {
      response = await this.client.call(hook, review.body);
      if (response.uid !== review.uid) {
        throw new WebhookCallError(
          `expected response.uid="${review.uid}", got "${String(response.uid ?? '')}"`,
        );
      }
    } catch (error) {
      if (!(error instanceof WebhookCallError)) throw error;
      if (hook.failurePolicy === 'Fail') throw internal(`failed calling webhook "${name}": ${error.message}`);
      this.log.warn(
        { webhook: name, reason: error.message },
        'A webhook failed and is ignored, as its failurePolicy says',
      );
      return object;
    }
    for (const warning of Array.isArray(response.warnings) ? response.warnings : []) {
      request.options.onWarning?.(String(warning));
    }
    if (response.allowed !== true) throw denial(name, response.status);
    return typeof response.patch === 'string' && response.patch !== ''
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

function denial(name: string, status: unknown): ApiError {
  const given = isJsonObject(status) ? status : {};
  const code = typeof given.code === 'number' && given.code >= 400 ? given.code : 400;
  const reason = typeof given.reason === 'string' && given.reason !== '' ? given.reason : undefined;
  const denied = `admission webhook "${name}" denied the request`;
  const why = typeof given.message === 'string' && given.message !== '' ? given.message : reason;
  return new ApiError(code, reason, why ? `${denied}: ${why}` : `${denied} without explanation`);
}
