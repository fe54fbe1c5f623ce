import { isLoginProblem, type LoginProblem } from '../../words/login-problems';

/** A login that ends without a session; `message` is for the log. */
export class RefusedLogin extends Error {
  override readonly name = 'RefusedLogin';

  constructor(
    readonly problem: LoginProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Why a login ended without a session, if that was thrown; pages and runtime have each their copy of the class. */
export function loginProblemOf(thrown: unknown): LoginProblem | undefined {
  if (!(thrown instanceof Error && thrown.name === 'RefusedLogin' && 'problem' in thrown)) return undefined;
  const { problem } = thrown;
  return typeof problem === 'string' && isLoginProblem(problem) ? problem : undefined;
}
