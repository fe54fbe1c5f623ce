import { API_RESOURCES, apiVersionOf } from '../../../objects/resources';
import { yamlText, yamlTextLike } from '../../../words/yaml';
import { jsonPatch } from './json-patch';

const POLICIES = API_RESOURCES.verticalScalingPolicies;
const identity = (name: string) => ({
  apiVersion: apiVersionOf(POLICIES),
  kind: POLICIES.kind,
  metadata: { name },
});

/** The order in which people write a rule. */
const ORDER = {
  spec: {
    precedence: 0,
    namespaceSelector: 0,
    workloadSelector: 0,
    kinds: 0,
    exclude: 0,
    template: { metadata: 0, spec: { updatePolicy: 0, resourcePolicy: 0 } },
    calendar: 0,
    approvals: 0,
    graduation: 0,
    onDelete: 0,
  },
};

/** A rule as it is kept in Git: what it states, without what a cluster adds. */
export function ruleManifest(name: string, spec: object): string {
  return yamlTextLike({ ...identity(name), spec }, ORDER_OF_MANIFEST);
}

const ORDER_OF_MANIFEST = { apiVersion: '', kind: '', metadata: {}, ...ORDER };

/** What makes a rule of a base, as a JSON patch (RFC 6902): exact, where a merge by Kustomize follows rules of its own. */
export function rulePatch(base: object, spec: object): string {
  return yamlText(jsonPatch({ spec: base }, { spec }));
}

/** A patch of Kustomize that leaves a rule out. */
export function withoutRule(name: string): string {
  return yamlText({ ...identity(name), $patch: 'delete' });
}

/** What Kustomize applies the patch of a rule to. It reads the name as a regular expression. */
export function patchTarget(name: string): string {
  return `{ kind: ${POLICIES.kind}, name: ${JSON.stringify(name.replaceAll('.', '\\.'))} }`;
}
