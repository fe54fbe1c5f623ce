import type { Kind } from '@/sandbox/api/kinds/kind';
import type { Subresource, WriteOptions } from '@/sandbox/api/registry';
import type { KubeObject } from '@/server/objects/types';

export interface AdmissionAttributes {
  kind: Kind;
  operation: 'CREATE' | 'UPDATE';
  /** May be changed by `mutate`. */
  object: KubeObject;
  old?: KubeObject;
  options: WriteOptions;
  subresource?: Subresource;
}

/** One built-in step of admission. `mutate` alters the object, `validate` throws an ApiError. */
export interface AdmissionStep {
  mutate?(request: AdmissionAttributes): void;
  validate?(request: AdmissionAttributes): void;
}

/** The mutating webhooks, as admission uses them. */
export interface WebhookCaller {
  wants(request: Pick<AdmissionAttributes, 'kind' | 'operation' | 'object' | 'old'>): boolean;
  call(request: AdmissionAttributes): Promise<KubeObject>;
}

/** The steps of a write between defaults and store, in order. */
export class AdmissionChain {
  webhooks: WebhookCaller | undefined;
  private readonly steps: AdmissionStep[] = [];

  add(step: AdmissionStep): void {
    this.steps.push(step);
  }

  mutate(request: AdmissionAttributes): void {
    for (const step of this.steps) step.mutate?.(request);
  }

  validate(request: AdmissionAttributes): void {
    for (const step of this.steps) step.validate?.(request);
  }

  hasWebhooks(request: Pick<AdmissionAttributes, 'kind' | 'operation' | 'object' | 'old'>): boolean {
    return this.webhooks?.wants(request) ?? false;
  }

  /** The object after the webhooks. */
  async callWebhooks(request: AdmissionAttributes): Promise<KubeObject> {
    return this.webhooks ? this.webhooks.call(request) : request.object;
  }
}
