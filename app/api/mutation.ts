import type { ZodType } from 'zod';
import { answer } from '@/app/api/answer';
import type { Config } from '@/server/config';
import { AppError } from '@/server/errors';
import { visitorOf } from '@/server/process/visitor';

/** What a change may use once it has passed all checks. */
interface Admitted<On, Input, P> {
  input: Input;
  params: P;
  /** The user, for the record. */
  who: string;
  on: On;
}

/** One kind of change: its schema, its permission, and its action, which records before and after. */
interface Mutation<On, Input, P> {
  /** What the change applies to, and who may make it. @throws AppError if there is none now */
  on(): On;
  schema: ZodType<Input>;
  action(admitted: Admitted<On, Input, P>): unknown | Promise<unknown>;
}

type Admission = Pick<Config, 'identityHeader' | 'operators'>;

/**
 * Every change takes these steps: schema, identity, permission, action, and in the action the audit of before
 * and after. A failed step ends it.
 */
export function mutation<On extends { config: Admission }, Input, P = Record<string, never>>(
  change: Mutation<On, Input, P>,
) {
  return answer<P>(async (request, params) => {
    const on = change.on();
    const input = parse(change.schema, await jsonOf(request));
    const who = identityOf(request, on.config.identityHeader);
    permit(who, on.config.operators);
    return change.action({ input, params, who, on });
  });
}

async function jsonOf(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch (cause) {
    throw new AppError('bad-request', 'the body is not JSON', [], { cause });
  }
}

function parse<Input>(schema: ZodType<Input>, value: unknown): Input {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  throw new AppError(
    'invalid',
    fields.map(({ field, message }) => `${field}: ${message}`).join('; '),
    fields,
  );
}

/** The user an authenticating proxy names; without a proxy, whoever runs this process. */
function identityOf(request: Request, header: string): string {
  const who = visitorOf(request, header);
  if (!who) throw new AppError('forbidden', `the header ${header} does not name the user`);
  return who;
}

function permit(who: string, operators: readonly string[]): void {
  if (operators.length > 0 && !operators.includes(who))
    throw new AppError('forbidden', `${who} is not among the operators`);
}
