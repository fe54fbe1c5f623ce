import type { ZodType } from 'zod';
import type { Person, Right } from '../../access';
import type { Author } from '../../kube/identity';
import { inSpan } from '../../lib/report/spans';
import { access, noteChange } from '../runtime';
import { answer } from './answer';
import { jsonOf, parse } from './body';
import { mayOf } from './rights-of';

/** What a change may use once it has passed all checks. */
interface Admitted<On, Input, P> {
  input: Input;
  params: P;
  /** The user, for the record. */
  who: string;
  /** The user, and as whom the cluster is asked to make the change. */
  author: Author;
  /** Whether the cluster allows the user more than what the change asks for. */
  may(right: Right): Promise<boolean>;
  on: On;
}

/** One kind of change: its schema, its permission, and its action, which records before and after. */
interface Mutation<On, Input, P> {
  /** What the change applies to. @throws AppError if there is none now */
  on(): On;
  schema: ZodType<Input>;
  /** What the cluster must allow the user. */
  rights(asked: { input: Input; params: P; on: On }): readonly Right[] | Promise<readonly Right[]>;
  action(admitted: Admitted<On, Input, P>): unknown | Promise<unknown>;
}

/**
 * Every change takes these steps: identity, schema, permission, action, and in the action the audit of before
 * and after. A failed step ends it. What lists show next has what was done, also if only some of it was.
 */
export function mutation<On, Input, P extends object = Record<string, never>>(
  change: Mutation<On, Input, P>,
) {
  return trial<On, Input, P>({
    ...change,
    action: async (admitted) => {
      try {
        return await change.action(admitted);
      } finally {
        noteChange();
      }
    },
  });
}

/** The same steps for what only says what a change would do. */
export function trial<On, Input, P extends object = Record<string, never>>(change: Mutation<On, Input, P>) {
  return answer<P>((request, params, person) => {
    const about = { 'http.request.method': request.method, 'url.path': new URL(request.url).pathname };
    return inSpan('change', about, async (note) => {
      const on = change.on();
      const input = parse(change.schema, await jsonOf(request));
      const author = await permit(person, await change.rights({ input, params, on }));
      note({ 'enduser.id': author.who });
      return change.action({ input, params, who: author.who, author, may: mayOf(person), on });
    });
  }, 'person');
}

/** @throws AppError `forbidden`, `not-ready` while the process starts */
async function permit(person: Person, rights: readonly Right[]): Promise<Author> {
  const guard = access();
  await guard.mustMayChange(person, rights);
  return guard.authorOf(person);
}
