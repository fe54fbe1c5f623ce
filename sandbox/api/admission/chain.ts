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
  /** What the object is if it is not of `kind`, as what is created at a subresource. */
  objectKind?: Pick<Kind, 'group' | 'version' | 'kind'>;
}

type Matched = Pick<AdmissionAttributes, 'kind' | 'operation' | 'object' | 'old' | 'subresource'>;

/** One built-in step of admission. `mutate` alters the object, `validate` throws an ApiError. */
export interface AdmissionStep {
  mutate?(request: AdmissionAttributes): void;
  validate?(request: AdmissionAttributes): void;
}

/** The mutating or the validating webhooks, as admission uses them. */
export interface WebhookCaller {
  wants(request: Matched): boolean;
  /** The object after them; validating ones leave it. */
  call(request: AdmissionAttributes): Promise<KubeObject>;
}

/** The steps of a write between defaults and store, in order. */
export class AdmissionChain {
  webhooks: WebhookCaller | undefined;
  validators: WebhookCaller | undefined;
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

  hasWebhooks(request: Matched): boolean {
    return (this.webhooks?.wants(request) || this.validators?.wants(request)) ?? false;
  }

  /** The object after the webhooks. */
  async callWebhooks(request: AdmissionAttributes): Promise<KubeObject> {
    return this.webhooks ? this.webhooks.call(request) : request.object;
  }

  /** @throws ApiError if a validating webhook denies, or fails under failurePolicy Fail */
  async callValidators(request: AdmissionAttributes): Promise<void> {
    if (this.validators?.wants(request)) await this.validators.call(request);
  }
}
