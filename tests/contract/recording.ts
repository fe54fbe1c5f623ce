import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@/bin/root.mjs';
import { TestWebhook } from '../support/test-webhook';
import { until } from '../support/until';
import { STEPS, type Step, WEBHOOK } from './exchanges';

/** One exchange as it is kept: the answer holds no identity, time or default. */
export interface Exchange {
  readonly name: string;
  readonly status: number;
  readonly answer: unknown;
  /** What the webhook was asked about it. */
  readonly reviews?: readonly unknown[];
  /** Why the embedded cluster answers otherwise, in words. */
  readonly differs?: string;
}

/** Sends one request; the answer is parsed. */
export type Ask = (step: Step) => Promise<{ status: number; body: unknown }>;

/** What came of each named step, asked in order. @throws Error when a step that prepares is refused */
export async function record(ask: Ask): Promise<Exchange[]> {
  const webhook = await TestWebhook.start();
  try {
    return await recordWith(ask, webhook);
  } finally {
    await webhook.close();
  }
}

async function recordWith(send: Ask, webhook: TestWebhook): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  const { url, caBundle } = webhook;
  const ask: Ask = ({ body, ...step }) =>
    send({
      ...step,
      ...(typeof body === 'object'
        ? { body: JSON.parse(JSON.stringify(body), named({ url, caBundle })) }
        : { body }),
    } as Step);
  for (const step of STEPS) {
    webhook.mood = step.mood ?? { patch: [] };
    webhook.seen.length = 0;
    if (step.until || step.untilReviewed) {
      const { until: reached = () => webhook.seen.length > 0 } = step;
      await until(step.path, async () => reached((await ask(step)).body));
      continue;
    }
    const { status, body } = await ask(step);
    const reviews = webhook.seen.map((review) => reviewEssence(review.body.request));
    if (step.name)
      exchanges.push({
        name: step.name,
        status,
        answer: essence(body),
        ...(reviews.length > 0 && { reviews }),
      });
    else if (status >= 300) throw new Error(`${step.method} ${step.path}: ${JSON.stringify(body)}`);
  }
  return exchanges;
}

const named = (clientConfig: object) => (_key: string, value: unknown) =>
  value === WEBHOOK ? clientConfig : value;

const folder = path.join(root, 'tests/contract');
const fileOf = (version: string) => path.join(folder, `${version}.json`);

export function recorded(version: string): Exchange[] {
  return JSON.parse(readFileSync(fileOf(version), 'utf8')) as Exchange[];
}

/** Writes what a version answered; what was said of a difference stays with an answer that is the same. */
export function keep(version: string, exchanges: readonly Exchange[]): void {
  let before: Exchange[] = [];
  try {
    before = recorded(version);
  } catch {
    // The first recording of this version.
  }
  const kept = exchanges.map((each) => {
    const same = before.find(({ name }) => name === each.name);
    return same?.differs ? { ...each, differs: same.differs } : each;
  });
  writeFileSync(fileOf(version), `${JSON.stringify(kept, null, 2)}\n`);
}

// biome-ignore lint/suspicious/noExplicitAny: an object of the API
type Body = any;

/** What matters of an answer: of a refusal all but identities, of an object what these exchanges are about. */
function essence(body: Body): unknown {
  switch (body?.kind) {
    case 'Status':
      return JSON.parse(JSON.stringify(refusal(body)).replaceAll(UID, 'UID'));
    case 'Pod':
      return podEssence(body);
    case 'ResourceQuota':
      return { used: body.status?.used };
    case 'ConfigMap':
      return { finalizers: body.metadata.finalizers, data: body.data };
    default:
      return { kind: body?.kind };
  }
}

function reviewEssence({ operation, resource, subResource, kind, dryRun, object }: Body): object {
  return {
    ...{ operation, resource, subResource, kind, dryRun },
    resources: object?.spec?.containers?.[0]?.resources,
  };
}

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function refusal({ status, message, reason, details }: Body): object {
  return { status, message, reason, details };
}

function podEssence({ metadata, spec, status }: Body): object {
  const main = (list: Body[] | undefined) =>
    list?.map(({ name, image, resources, resizePolicy }) => ({ name, image, resources, resizePolicy }));
  const disrupted = status?.conditions?.find(({ type }: Body) => type === 'DisruptionTarget');
  return JSON.parse(
    JSON.stringify({
      generation: metadata.generation,
      labels: metadata.labels,
      annotations: metadata.annotations,
      deleting: metadata.deletionTimestamp ? true : undefined,
      qosClass: status?.qosClass,
      resources: spec.resources,
      containers: main(spec.containers),
      initContainers: main(spec.initContainers),
      disrupted: disrupted && { ...disrupted, lastTransitionTime: undefined, observedGeneration: undefined },
    }),
  );
}
