/** Why nobody is signed in after a visit to the identity provider. */
export const LOGIN_PROBLEMS = {
  expired: 'The login took too long, or another tab began one. Try again.',
  refused: 'The identity provider refused the login.',
  unreachable: 'The identity provider does not answer. Try again in a while.',
  'not-accepted':
    'The identity provider and Plumbline do not agree on the settings. The log of Plumbline says more.',
  untrusted: 'What the identity provider answered does not belong to this login. Try again.',
  nameless: 'The identity provider does not say who you are in the way Plumbline expects. The log says more.',
  'too-many-groups': 'You are in too many groups for a cookie. Have the identity provider send fewer.',
  'too-many-logins': 'Too many logins failed. Try again in a minute.',
  'not-ready': 'Plumbline is still starting. Try again in a moment.',
} as const;

export type LoginProblem = keyof typeof LOGIN_PROBLEMS;

export function isLoginProblem(text: string): text is LoginProblem {
  return Object.hasOwn(LOGIN_PROBLEMS, text);
}
