import * as z from 'zod';
import type { Person } from '../../../access';
import { LOGIN_PAGE } from '../../../contract/place-after-login';
import type { SessionView, SignedOutView } from '../../../contract/session';
import { access } from '../../runtime';
import { answer } from '../answer';
import { jsonOf, parse } from '../body';
import { sessionsOfProcess } from './guard';

const signInSchema = z.strictObject({
  token: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'must be a bearer token, in one line'),
});

async function sessionView(person: Person): Promise<SessionView> {
  const { name, groups } = person;
  return { user: name, groups: [...groups], changesAs: await access().changesAs(person) };
}

export const GET = answer((_request, _params, person) => sessionView(person), 'person');

/** Signs in with a Kubernetes bearer token. */
export const POST = answer(async (request) => {
  const { token } = parse(signInSchema, await jsonOf(request));
  const { person, cookie } = await sessionsOfProcess().signIn(request, token);
  return Response.json(await sessionView(person), {
    headers: { 'set-cookie': cookie, 'cache-control': 'no-store' },
  });
}, 'public');

/** Signs out in this browser; answers with the page to open then: the identity provider's, if it has one for that. */
export const DELETE = answer(async (request) => {
  const sessions = sessionsOfProcess();
  const next = (await sessions.farewell(request))?.href ?? LOGIN_PAGE;
  return Response.json({ next } satisfies SignedOutView, {
    headers: { 'set-cookie': sessions.signOut(request), 'cache-control': 'no-store' },
  });
}, 'public');
