import * as z from 'zod';
import { durationSetting } from '../../../lib/time/duration-setting';
import { amountFrom, isQuantity } from '../../../objects/quantity';
import { EPHEMERAL_STORAGE, type RequestedResource } from '../../../objects/units';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { statedIn, textReader } from '../../pods/stated-text';
import { parseStated } from '../../pods/stated-yaml';

/** On a VPA: which changes of its pods wait for a person. JSON or YAML. */
export const APPROVALS_ANNOTATION = 'plumbline.dev/approvals';

/**
 * A change of a request waits if it is larger: by a share of the present request, or by an amount in millicores or
 * bytes. Undefined if no change waits.
 */
export type Threshold = { readonly share: number } | { readonly amount: number } | undefined;
export type Direction = 'growing' | 'shrinking';
type Thresholds = Readonly<Record<RequestedResource, Threshold>>;

export interface ApprovalRules extends Readonly<Record<Direction, Thresholds>> {
  /** For how long a decision counts at most. */
  readonly expiresAfterMs: number;
  /** Causes for which nothing waits. */
  readonly exempt: readonly 'oom'[];
}

/** What a VPA asks for; without rules, no change of its pods waits for a person. */
export interface ApprovalsReading {
  readonly rules?: ApprovalRules;
  /** What cannot be read; everything waits then. */
  readonly fault?: string;
}

export const ALWAYS: Threshold = { share: 0 };
const DAY_MS = 86_400_000;
const USUAL_EXPIRY_MS = 7 * DAY_MS;
const LEAST_EXPIRY_MS = 60_000;
const MOST_EXPIRY_MS = 365 * DAY_MS;
const LONGEST_TEXT = 4096;
const MOST_KEPT = 1000;
const everything = (threshold: Threshold): Thresholds => ({
  cpu: threshold,
  memory: threshold,
  [EPHEMERAL_STORAGE]: threshold,
});

/** Every change waits. */
export const EVERY_CHANGE: ApprovalRules = {
  growing: everything(ALWAYS),
  shrinking: everything(ALWAYS),
  expiresAfterMs: USUAL_EXPIRY_MS,
  exempt: [],
};

const PERCENT = /^\d{1,6}(\.\d+)?%$/;
const TAKES = 'takes always, never or a share such as 20%';

/** `always`, `never`, a share, or an amount where a resource says its unit. */
function thresholdOf(value: string | number, resource?: RequestedResource): Threshold | 'unreadable' {
  if (value === 'always') return ALWAYS;
  if (value === 'never') return undefined;
  if (typeof value === 'string' && PERCENT.test(value)) return { share: Number.parseFloat(value) / 100 };
  if (resource === undefined || !isQuantity(value)) return 'unreadable';
  const amount = amountFrom(resource, value);
  return amount > 0 ? { amount } : 'unreadable';
}

const stated = z.union([z.string(), z.number()], TAKES);
const threshold = (resource?: RequestedResource) =>
  stated.transform((value, context): Threshold => {
    const read = thresholdOf(value, resource);
    if (read !== 'unreadable') return read;
    const amounts = resource ? `, or an amount such as ${resource === 'cpu' ? '500m' : '1Gi'}` : '';
    context.addIssue({ code: 'custom', message: `${TAKES}${amounts}` });
    return z.NEVER;
  });

const byResource = z
  .strictObject({
    cpu: threshold('cpu').optional(),
    memory: threshold('memory').optional(),
    [EPHEMERAL_STORAGE]: threshold(EPHEMERAL_STORAGE).optional(),
  })
  .refine((each) => Object.keys(each).length > 0, 'names no resource')
  .transform((each): Thresholds => ({ ...everything(undefined), ...each }));

const direction = z.unknown().transform((value, context): Thresholds => {
  const isPlain = typeof value !== 'object' || value === null;
  const read = isPlain ? threshold().transform(everything).safeParse(value) : byResource.safeParse(value);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
});

const schema = z.strictObject({
  growing: direction.optional(),
  shrinking: direction.optional(),
  expiresAfter: z
    .string('must be a duration such as 24h')
    .pipe(durationSetting)
    .refine((ms) => ms >= LEAST_EXPIRY_MS && ms <= MOST_EXPIRY_MS, 'must be from 1m to 365d')
    .optional(),
  exempt: z.array(z.literal('oom', 'takes oom')).max(1, 'takes oom once').optional(),
});

/** Reads a text of rules; an empty one asks for nothing. Never throws. */
export const readRules = textReader(read, {
  longest: LONGEST_TEXT,
  most: MOST_KEPT,
  tooLong: () => unreadable(`it is longer than ${LONGEST_TEXT} characters`),
});

/** What the annotation of a VPA asks for, or else the setting for all. */
export function approvalsOf(
  vpa: Pick<VerticalPodAutoscaler, 'metadata'>,
  byDefault: string,
): ApprovalsReading {
  return readRules(statedIn(vpa, APPROVALS_ANNOTATION) ?? byDefault);
}

function read(text: string): ApprovalsReading {
  const bare = text.trim();
  if (bare === '' || bare === 'never') return {};
  if (bare === 'always') return { rules: EVERY_CHANGE };
  const value = yamlOf(text);
  if ('fault' in value) return unreadable(value.fault);
  if (typeof value.read !== 'object' || value.read === null || Array.isArray(value.read))
    return unreadable('it takes always, never, or growing and shrinking with what may not wait');
  const parsed = schema.safeParse(value.read);
  if (!parsed.success)
    return unreadable(
      parsed.error.issues
        .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' '))
        .join('; '),
    );
  const { growing, shrinking, expiresAfter, exempt } = parsed.data;
  const unnamed = everything(growing || shrinking ? undefined : ALWAYS);
  return {
    rules: {
      growing: growing ?? unnamed,
      shrinking: shrinking ?? unnamed,
      expiresAfterMs: expiresAfter ?? USUAL_EXPIRY_MS,
      exempt: exempt ?? [],
    },
  };
}

function yamlOf(text: string): { read: unknown } | { fault: string } {
  try {
    return { read: parseStated(text) };
  } catch {
    return { fault: 'it is neither JSON nor YAML' };
  }
}

function unreadable(fault: string): ApprovalsReading {
  return { rules: EVERY_CHANGE, fault };
}
