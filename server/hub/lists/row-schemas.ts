import * as z from 'zod';
import { DIRECTIONS } from '../../contract/approvals';
import { PARTS } from '../../contract/costs';
import type { DigestList } from '../../contract/digest';
import { STANDINGS } from '../../contract/verdict';
import { AWAITED_EVENTS } from '../../words/awaited-events';
import { CAUSES } from '../../words/causes';
import { DECISIONS } from '../../words/decisions';
import { INBOX_SENTENCES } from '../../words/inbox';
import { NO_RECOMMENDATION_TABLE } from '../../words/no-recommendation';
import { REASONS } from '../../words/reasons';
import { URGENCIES } from '../../words/urgency';

/**
 * What the hub's lists and their cells rely on in a row of a member; what else it has stays, cut by `boundedJson`. A row of
 * a newer version may have words that are not known here: that row alone is left out.
 */
const text = z.string();
const name = z.string().max(300);
const number = z.number();
const count = z.number().gte(0);
const oneOf = (table: object) => z.enum(Object.keys(table) as [string, ...string[]]);
const both = z.looseObject({ cpu: number, memory: number });
const target = z.looseObject({ kind: name, name });
const heldMode = z.looseObject({ mode: name, isNew: z.boolean() }).optional();
const time = number.optional();

const range = z.looseObject({ min: number, max: number }).optional();
const resource = z.looseObject({
  request: range,
  limit: range,
  usage: z.looseObject({ mean: number, max: number, atMs: number }).optional(),
  target: number.optional(),
  lowerBound: number.optional(),
  upperBound: number.optional(),
  uncappedTarget: number.optional(),
  cap: z.looseObject({ by: name, needs: number }).optional(),
});
const container = z.looseObject({
  name,
  off: z.boolean(),
  cpu: resource,
  memory: resource,
  confidence: number,
  samples: count,
});

const workload = z.looseObject({
  row: z.looseObject({
    namespace: name,
    name,
    target,
    updateMode: name,
    heldMode,
    recommender: name,
    keptBy: name.optional(),
    pods: count,
    state: z.discriminatedUnion('kind', [
      z.looseObject({ kind: z.literal('recommended') }),
      z.looseObject({ kind: z.literal('none'), reason: oneOf(NO_RECOMMENDATION_TABLE) }),
    ]),
    containers: z.array(container),
    standing: z.enum(STANDINGS),
    findings: z.array(z.looseObject({ container: name, standing: z.enum(STANDINGS) })),
    waste: both,
  }),
  risk: number,
  spareCpu: number.optional(),
  spareMemory: number.optional(),
});

const gain = z.looseObject({ kind: z.enum(['frees', 'costs']), cpu: number, memory: number }).optional();
const action = z.looseObject({ do: name, label: name });
const item = z.looseObject({
  key: text,
  urgency: oneOf(URGENCIES),
  code: oneOf(INBOX_SENTENCES),
  sentence: text,
  about: text,
  namespace: name.optional(),
  vpa: name.optional(),
  said: z.array(z.looseObject({ detail: text, remedy: text, action: action.optional() })),
  cause: oneOf(CAUSES).optional(),
  gain,
  sinceMs: time,
  firstSeenMs: time,
  lastMs: time,
});
const inbox = z.looseObject({
  line: z.looseObject({
    urgency: oneOf(URGENCIES),
    code: oneOf(INBOX_SENTENCES),
    count,
    items: z.array(item).min(1),
    gain,
    action: action.optional(),
  }),
  isOwn: z.boolean(),
  danger: number,
  size: number,
});

const reasons = z.array(z.looseObject({ code: oneOf(REASONS) }));
const amounts = z.record(name, number);
const plan = z.looseObject({
  namespace: name,
  name,
  updateMode: name,
  heldMode,
  target,
  pods: count,
  groups: z.array(
    z.looseObject({
      key: text,
      decision: oneOf(DECISIONS),
      count,
      reasons,
      changes: z.array(z.looseObject({ container: name, from: amounts, to: amounts, limits: amounts })),
      awaits: z.array(oneOf(AWAITED_EVENTS)),
      notBeforeMs: time,
      pods: z.array(z.looseObject({ name, uid: name, reasons })),
    }),
  ),
});

const approval = z.looseObject({
  namespace: name,
  name,
  target,
  updateMode: name,
  heldMode,
  pods: count,
  changes: z
    .array(z.looseObject({ container: name, resource: name, from: number.optional(), to: number }))
    .min(1),
  direction: z.enum(DIRECTIONS),
  sinceMs: time,
  fault: text.optional(),
});

const entry = { id: name, atMs: number, namespace: text, outcome: name, detail: text };
const record = z.discriminatedUnion('kind', [
  z.looseObject({ ...entry, kind: z.literal('action'), vpa: text, pod: text, action: name, reasons }),
  z.looseObject({ ...entry, kind: z.literal('change'), who: text, change: name, name: text }),
]);

const parts = z.looseObject(Object.fromEntries(PARTS.map((part) => [part, both])));
const savings = z.looseObject({
  name,
  namespace: name.optional(),
  policy: name.optional(),
  updateMode: name.optional(),
  workloads: count,
  cost: z.looseObject({
    amounts: parts,
    money: parts.optional(),
    pods: z.looseObject({ counted: count, notPriced: count, waiting: count, elsewhere: count }),
    unfreed: both,
    missing: z.looseObject({ request: both, target: both, use: both }),
  }),
});

export const ROW_SCHEMAS = {
  inbox,
  workloads: workload,
  plan,
  approvals: approval,
  record,
  savings,
} as const satisfies Record<DigestList, z.ZodType>;
