import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDisruptionBudgets } from '@/sandbox/controllers/disruption-budget';
import { EventWriter } from '@/sandbox/controllers/event-writer';
import { silentLogger } from '@/server/lib/report/log';
import { type ApiOnly, startApiOnly } from '../support/api-only';
import { type Exchange, record, recorded } from './recording';

const VERSIONS = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));

let embedded: ApiOnly;
let answers: ReadonlyMap<string, Exchange>;

beforeAll(async () => {
  embedded = await startApiOnly();
  const { registry, api, clock } = embedded;
  const events = new EventWriter(registry, clock, silentLogger);
  const budgets = startDisruptionBudgets({ registry, clock, log: silentLogger, events, seed: 1 });
  const exchanges = await record(({ method, path, body, type }) =>
    api.exchange(method, path, { body, ...(type && { contentType: type }) }),
  );
  budgets.stop();
  answers = new Map(exchanges.map((each) => [each.name, each]));
});
afterAll(() => embedded?.close());

describe.each(VERSIONS)('the embedded cluster answers as Kubernetes %s:', (version) => {
  const exchanges = recorded(version);

  it.each(exchanges.filter(({ differs }) => !differs))('$name', (exchange) => {
    expect(answers.get(exchange.name)).toEqual(exchange);
  });

  it.each(exchanges.filter(({ differs }) => differs))('$name: no, $differs', ({ differs, ...exchange }) => {
    expect(answers.get(exchange.name)).not.toEqual(exchange);
  });
});
