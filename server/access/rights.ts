import type { Right } from '../kube/own-rights';

const VPAS = { group: 'autoscaling.k8s.io', resource: 'verticalpodautoscalers' };
const HPAS = { group: 'autoscaling', resource: 'horizontalpodautoscalers' };
const NODES = { group: '', resource: 'nodes' };
const POLICIES = { group: 'plumbline.dev', resource: 'verticalscalingpolicies' };
/** Resources that no API server stores: roles name them, and only Plumbline asks about them. */
const ours = (resource: string) => ({ group: 'plumbline.dev', resource });

/** What somebody would do something to: an object, what is in a namespace, or the whole cluster. */
export interface RightScope {
  kind?: 'all' | 'namespace' | 'vpa';
  namespace?: string | undefined;
  name?: string | undefined;
}

interface Named {
  namespace: string;
  name: string;
}

/** The namespace of a place; undefined for the whole cluster. */
export function namespaceOfRight({ namespace }: RightScope): string | undefined {
  return namespace;
}

const onStop =
  (verb: string) =>
  ({ namespace, name }: RightScope): Right => ({ verb, ...ours('stops'), namespace, name });

/** Every right that Plumbline asks for. What comes from memory is read like the objects it is about. */
export const RIGHTS = {
  read: (namespace?: string): Right => ({ verb: 'list', ...VPAS, namespace }),
  readVpa: ({ namespace, name }: Named): Right => ({ verb: 'get', ...VPAS, namespace, name }),
  changeVpa: ({ namespace, name }: Named): Right => ({ verb: 'patch', ...VPAS, namespace, name }),
  createVpa: ({ namespace }: { namespace: string }): Right => ({ verb: 'create', ...VPAS, namespace }),
  deleteVpa: ({ namespace, name }: Named): Right => ({ verb: 'delete', ...VPAS, namespace, name }),
  readHpas: (namespace?: string): Right => ({ verb: 'list', ...HPAS, namespace }),
  changeHpa: ({ namespace, name }: Named): Right => ({ verb: 'patch', ...HPAS, namespace, name }),
  readNodes: (): Right => ({ verb: 'list', ...NODES }),
  readPolicies: (): Right => ({ verb: 'list', ...POLICIES }),
  createPolicy: (): Right => ({ verb: 'create', ...POLICIES }),
  changePolicy: ({ name }: { name: string }): Right => ({ verb: 'patch', ...POLICIES, name }),
  deletePolicy: ({ name }: { name: string }): Right => ({ verb: 'delete', ...POLICIES, name }),
  decide: (namespace: string): Right => ({ verb: 'create', ...ours('changeapprovals'), namespace }),
  stop: onStop('stop'),
  resume: onStop('resume'),
  revert: onStop('revert'),
  replay: ({ namespace }: RightScope): Right => ({ verb: 'create', ...ours('replays'), namespace }),
  switchScenario: (): Right => ({ verb: 'create', ...ours('scenarios') }),
  setPrices: (): Right => ({ verb: 'update', ...ours('prices') }),
  sendTest: (): Right => ({ verb: 'create', ...ours('testmessages') }),
} as const;

/** A right as people say it: "update verticalpodautoscalers.autoscaling.k8s.io in shop". */
export function rightWords(right: Right, where = placeOf(right)): string {
  const { verb, group, resource } = right;
  const [plural, subresource] = resource.split('/');
  return `${verb} ${plural}${group && `.${group}`}${subresource ? `/${subresource}` : ''} ${where}`;
}

function placeOf({ namespace }: Right): string {
  return namespace === undefined ? 'in the whole cluster' : `in ${namespace}`;
}
