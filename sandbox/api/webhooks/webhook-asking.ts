import type { AdmissionAttributes } from '@/sandbox/api/admission/chain';
import { ApiError, badRequest, internal } from '@/sandbox/api/api-error';
import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import type { ResourceKey } from '@/sandbox/api/registry';
import type { Storage } from '@/sandbox/api/storage/storage';
import { WebhookCallError, type WebhookClient } from '@/sandbox/api/webhooks/webhook-client';
import { type MatchRequest, webhookMatches } from '@/sandbox/api/webhooks/webhook-match';
import { reviewOf } from '@/sandbox/api/webhooks/webhook-review';
import type { Logger } from '@/server/lib/report/log';
import type { KubeObject } from '@/server/objects/types';

const DRY_RUN_SAFE = new Set(['None', 'NoneOnDryRun']);

/** Finds webhooks and asks them, of either sort. */
export class WebhookAsking {
  constructor(
    private readonly storage: Storage,
    private readonly client: WebhookClient,
    private readonly log: Logger,
  ) {}

  /** Those of a sort of configuration that a request is for, by configuration name, then in order. */
  matching(configurations: ResourceKey, request: MatchRequest): JsonObject[] {
    const stored = this.storage.store(configurations).list();
    if (stored.length === 0) return [];
    const namespace = this.storage.store('namespaces').get('', request.object.metadata.namespace ?? '');
    const match = { ...request, namespaceLabels: namespace?.metadata.labels };
    return stored
      .flatMap((each) => objectsAt(each, 'webhooks'))
      .filter((hook) => webhookMatches(hook, match));
  }

  /**
   * What one answered; undefined if it failed and its failurePolicy ignores that.
   * @throws ApiError if it denies, or fails under failurePolicy Fail
   */
  async ask(
    hook: JsonObject,
    request: AdmissionAttributes,
    object: KubeObject,
    { mayPatch }: { mayPatch: boolean },
  ): Promise<JsonObject | undefined> {
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
      if (!mayPatch && response.patch !== undefined)
        throw new WebhookCallError(
          'received invalid webhook response: validating webhook may not return response.patch',
        );
    } catch (error) {
      if (!(error instanceof WebhookCallError)) throw error;
      if (hook.failurePolicy === 'Fail') throw internal(`failed calling webhook "${name}": ${error.message}`);
      this.log.warn(
        { webhook: name, reason: error.message },
        'A webhook failed and is ignored, as its failurePolicy says',
      );
      return undefined;
    }
    for (const warning of Array.isArray(response.warnings) ? response.warnings : []) {
      request.options.onWarning?.(String(warning));
    }
    if (response.allowed !== true) throw denial(name, response.status);
    return response;
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
