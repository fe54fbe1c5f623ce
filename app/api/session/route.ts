import { z } from 'zod';
import { answer } from '@/app/api/answer';
import { jsonOf, parse } from '@/app/api/body';
import type { Person } from '@/server/access';
import { AppError } from '@/server/errors';
import type { SessionView } from '@/server/process/pages/views';
import { access } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

const signInSchema = z.strictObject({
  token: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'must be a bearer token, in one line'),
});

function guardOfProcess() {
  const guard = access();
  if (!guard) throw new AppError('not-ready');
  return guard;
}

async function sessionView(person: Person): Promise<SessionView> {
  const { name, groups } = person;
  return { user: name, groups: [...groups], changesAs: await guardOfProcess().changesAs(person) };
}

/** Who the person is. */
export const GET = answer((_request, _params, person) => sessionView(person), 'person');

/** Signs in with a Kubernetes bearer token. */
export const POST = answer(async (request) => {
  const { token } = parse(signInSchema, await jsonOf(request));
  const { person, cookie } = await guardOfProcess().signIn(request, token);
  return Response.json(await sessionView(person), {
    headers: { 'set-cookie': cookie, 'cache-control': 'no-store' },
  });
}, 'public');

/** Signs out in this browser. */
export const DELETE = answer(
  () => new Response(null, { status: 204, headers: { 'set-cookie': guardOfProcess().signOut() } }),
  'public',
);
