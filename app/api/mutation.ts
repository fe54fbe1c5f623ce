import type { ZodType } from 'zod';
import { answer } from '@/app/api/answer';
import type { Config } from '@/server/config';
import { AppError } from '@/server/errors';
import { type Runtime, runtime } from '@/server/process/runtime';

/** What a change may use once it has passed all checks. */
interface Admitted<Input, P> {
  input: Input;
  params: P;
  /** The user, for the record. */
  who: string;
  runtime: Runtime;
}

/** One kind of change: its schema, its permission, and its action, which records before and after. */
interface Mutation<Input, P> {
  schema: ZodType<Input>;
  action(admitted: Admitted<Input, P>): unknown | Promise<unknown>;
}

/**
 * Every change takes these steps: schema, identity, permission, action, and in the action the audit of before
 * and after. A failed step ends it.
 */
export function mutation<Input, P = Record<string, never>>({ schema, action }: Mutation<Input, P>) {
  return answer<P>(async (request, params) => {
    const running = runtime();
    const { input, who } = await admit(request, schema, running.config);
    return action({ input, params, who, runtime: running });
  });
}

/**
 * The checks before the action: what is requested, and by whom.
 * @throws AppError for a user without permission
 */
export async function admit<Input>(
  request: Request,
  schema: ZodType<Input>,
  { identityHeader, operators }: Pick<Config, 'identityHeader' | 'operators'>,
): Promise<{ input: Input; who: string }> {
  const input = parse(schema, await jsonOf(request));
  const who = identityOf(request, identityHeader);
  permit(who, operators);
  return { input, who };
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
  if (header === '') return 'local';
  const who = request.headers.get(header)?.trim();
  if (!who) throw new AppError('forbidden', `the header ${header} does not name the user`);
  return who;
}

function permit(who: string, operators: readonly string[]): void {
  if (operators.length > 0 && !operators.includes(who))
    throw new AppError('forbidden', `${who} is not among the operators`);
}
