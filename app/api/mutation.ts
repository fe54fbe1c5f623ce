import type { ZodType } from 'zod';
import { answer } from '@/app/api/answer';
import type { Config } from '@/server/config';
import { AppError } from '@/server/errors';
import { type Runtime, runtime } from '@/server/process/runtime';

/** What a change may use once it has passed all checks. */
interface Admitted<Input, P> {
  input: Input;
  params: P;
  /** Who asks for it, for the record. */
  who: string;
  runtime: Runtime;
}

/** One kind of change: what it takes, whether it may be done, and doing it, which records before and after. */
interface Mutation<Input, P> {
  schema: ZodType<Input>;
  action(admitted: Admitted<Input, P>): unknown | Promise<unknown>;
}

/**
 * The one way changes are made: schema, identity, permission, action, and in the action's own words the audit of
 * before and after. Nothing later runs when something earlier fails.
 */
export function mutation<Input, P = Record<string, never>>({ schema, action }: Mutation<Input, P>) {
  return answer<P>(async (request, params) => {
    const running = runtime();
    const { input, who } = await admit(request, schema, running.config);
    return action({ input, params, who, runtime: running });
  });
}

/** What comes before the action: what is asked for, and who asks. @throws AppError for whoever may not have it */
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

/** The user an authenticating proxy names; without one everybody is whoever runs this process. */
function identityOf(request: Request, header: string): string {
  if (header === '') return 'local';
  const who = request.headers.get(header)?.trim();
  if (!who) throw new AppError('forbidden', `the header ${header} does not say who asks`);
  return who;
}

function permit(who: string, operators: readonly string[]): void {
  if (operators.length > 0 && !operators.includes(who))
    throw new AppError('forbidden', `${who} is not among the operators`);
}
