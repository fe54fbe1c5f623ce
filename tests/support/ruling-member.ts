import type { RequestListener } from 'node:http';
import { MOST_STATED, type StatedRulesView } from '@/server/contract/stated-rules';
import { canonicalText, ruleMark } from '@/server/decide/pods/stated-rule';

/** Rules as a cluster tells them: those that are too long without what they state. */
export function toldRules(specs: Readonly<Record<string, object>>): StatedRulesView['rules'] {
  return Object.entries(specs).map(([name, spec]) => {
    const mark = ruleMark(name, canonicalText(spec));
    return { ...mark, ...(mark.bytes <= MOST_STATED.bytesOfOne && { spec }) };
  });
}

/** A member of a hub that tells its rules to whoever the hub names with the secret. */
export function rulingMember(specs: Readonly<Record<string, object>>): RequestListener {
  return tellingMember(() => {
    const rules = toldRules(specs);
    return { all: rules.length, rules };
  });
}

/** A member that says anything at all of its rules. */
export function tellingMember(say: (user: string) => object): RequestListener {
  return ({ headers }, response) => {
    const user = String(headers['x-user']);
    const code = headers['x-plumbline-proxy-secret'] === 'shared' ? 200 : 401;
    response.writeHead(code, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ user, ...say(user) }));
  };
}
