import type { AdmissionAttributes, WebhookCaller } from '@/sandbox/api/admission/chain';
import type { WebhookAsking } from '@/sandbox/api/webhooks/webhook-asking';
import type { MatchRequest } from '@/sandbox/api/webhooks/webhook-match';
import type { KubeObject } from '@/server/objects/types';

const CONFIGURATIONS = 'validatingwebhookconfigurations.admissionregistration.k8s.io';

/** Asks the webhooks of every ValidatingWebhookConfiguration about the object as it will be stored. */
export class ValidatingWebhooks implements WebhookCaller {
  constructor(private readonly asking: WebhookAsking) {}

  wants(request: MatchRequest): boolean {
    return this.asking.matching(CONFIGURATIONS, request).length > 0;
  }

  /** @throws ApiError if one denies, or fails under failurePolicy Fail */
  async call(request: AdmissionAttributes): Promise<KubeObject> {
    for (const hook of this.asking.matching(CONFIGURATIONS, request))
      await this.asking.ask(hook, request, request.object, { mayPatch: false });
    return request.object;
  }
}
