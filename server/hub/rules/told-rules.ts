import * as z from 'zod';
import type { ToldRule } from '../../contract/cluster-rules';
import { MOST_STATED, WITHOUT_RULES, type WithoutRules } from '../../contract/stated-rules';
import { canonicalText, ruleMark } from '../../decide/pods/stated-rule';
import { Slices } from '../../lib/time/slices';
import { isShort } from '../lists/bounded';

/** What a member says of its rules, checked. */
export interface RulesSaid {
  user: string | undefined;
  without: WithoutRules | undefined;
  all: number;
  odd: number;
  rules: ToldRule[];
  /** What those state that were sent, by their hash. */
  texts: Map<string, string>;
}

const said = z.object({
  user: z.string().max(512).optional(),
  without: z.enum(WITHOUT_RULES).optional(),
  all: z.number().int().gte(0).max(1e9),
  rules: z.custom<unknown[]>(Array.isArray),
});

const rule = z.object({
  // The name of an object: it becomes that of a file.
  name: z
    .string()
    .max(253)
    .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().gte(0).max(1e9),
  spec: z.record(z.string(), z.unknown()).optional(),
});

/** What `GET /policy-objects` says; undefined if it says something else. What is no rule is counted alone. */
export async function rulesSaid(answer: unknown): Promise<RulesSaid | undefined> {
  const read = said.safeParse(answer);
  if (!read.success) return undefined;
  const slices = new Slices();
  const { user, without, all, rules: sent } = read.data;
  const rules = new Map<string, ToldRule>();
  const texts = new Map<string, string>();
  let odd = 0;
  for (const one of sent.slice(0, MOST_STATED.rules)) {
    await slices.breathe();
    const told = toldRule(one);
    if (!told || rules.has(told.rule.name)) odd++;
    else {
      rules.set(told.rule.name, told.rule);
      if (told.text !== undefined) texts.set(told.rule.sha256, told.text);
    }
  }
  return { user, without, all: Math.max(all, sent.length), odd, rules: [...rules.values()], texts };
}

/** Its hash is made here where what it states was sent, so that no cluster can pass its own off as that of another. */
function toldRule(one: unknown): { rule: ToldRule; text?: string } | undefined {
  const read = isShort(one) ? rule.safeParse(one) : undefined;
  if (!read?.success) return undefined;
  const { name, spec, sha256, bytes } = read.data;
  if (!spec) return { rule: { name, sha256, bytes, isSent: false } };
  try {
    const text = canonicalText(spec);
    const mark = ruleMark(name, text);
    const isSent = mark.bytes <= MOST_STATED.bytesOfOne;
    return { rule: { ...mark, isSent }, ...(isSent && { text }) };
  } catch {
    return undefined;
  }
}
