import type { Right } from '../kube/own-rights';
import { namespaceOfRight, RIGHTS, type RightScope } from './rights';

const named = ({ namespace = '', name = '' }: RightScope) => ({ namespace, name });

/** What people do, and the rights that each takes. */
export const DEEDS = {
  'change-vpa': (on) => [RIGHTS.changeVpa(named(on))],
  'create-vpa': (on) => [RIGHTS.createVpa(named(on))],
  'delete-vpa': (on) => [RIGHTS.deleteVpa(named(on))],
  'change-hpa': (on) => [RIGHTS.changeHpa(named(on))],
  'create-policy': () => [RIGHTS.createPolicy(), RIGHTS.read()],
  'change-policy': (on) => [RIGHTS.changePolicy(named(on)), RIGHTS.read()],
  'delete-policy': (on) => [RIGHTS.changePolicy(named(on)), RIGHTS.deletePolicy(named(on)), RIGHTS.read()],
  decide: ({ namespace = '' }) => [RIGHTS.decide(namespace)],
  dismiss: (on) => [on.name === undefined ? RIGHTS.stop(on) : RIGHTS.changeVpa(named(on))],
  stop: (on) => [RIGHTS.stop(on)],
  resume: (on) => [RIGHTS.resume(on)],
  revert: (on) => [RIGHTS.revert(on)],
  replay: (on) => [RIGHTS.replay(on), RIGHTS.read(namespaceOfRight(on))],
  'cancel-replay': (on) => [RIGHTS.replay(on)],
  'switch-scenario': () => [RIGHTS.switchScenario()],
  'set-prices': () => [RIGHTS.setPrices()],
  'send-test': () => [RIGHTS.sendTest()],
} as const satisfies Record<string, (on: RightScope) => readonly Right[]>;

export type Deed = keyof typeof DEEDS;

/** The rights that a deed takes, as an address asks: `stop`, `decide/shop`, `change-vpa/shop/web`. */
export function rightsAsked(text: string): readonly Right[] | undefined {
  const [deed = '', namespace, name, ...more] = text.split('/');
  if (!Object.hasOwn(DEEDS, deed) || more.length > 0) return undefined;
  return DEEDS[deed as Deed]({ namespace: namespace || undefined, name: name || undefined });
}
