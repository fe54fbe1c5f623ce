import { loginProblemOf } from '../../../access';
import { LOGIN_PAGE } from '../../../contract/place-after-login';
import { toAppError } from '../../../lib/report/errors';
import type { LoginProblem } from '../../../words/login-problems';
import { logRefusedLogin } from '../../runtime';

interface Visit {
  location: string;
  cookies: readonly string[];
}

/** A redirect of a browser on its way through the identity provider; what fails is told on the login page. */
export async function redirected(visit: () => Promise<Visit>): Promise<Response> {
  const { location, cookies } = await visit().catch((thrown: unknown): Visit => {
    const problem = problemOf(thrown);
    logRefusedLogin(problem, thrown);
    return { location: `${LOGIN_PAGE}?${new URLSearchParams({ problem })}`, cookies: [] };
  });
  const response = new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}

/** @throws what is no matter of logins */
function problemOf(thrown: unknown): LoginProblem {
  const problem = loginProblemOf(thrown);
  if (problem) return problem;
  const { code } = toAppError(thrown);
  if (code === 'too-many-logins' || code === 'not-ready') return code;
  throw thrown;
}
