import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../../objects/json-object';
import { API_RESOURCES, apiVersionOf } from '../../../objects/resources';
import { yamlText, yamlTextLike } from '../../../words/yaml';

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

/** One step of a JSON patch (RFC 6902). */
type PatchStep = { op: 'add' | 'replace'; path: string; value: unknown } | { op: 'remove'; path: string };

/** The JSON patch that makes `after` of `before`, lists as a whole; empty if nothing differs. */
function jsonPatch(before: JsonObject, after: JsonObject, place = ''): PatchStep[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): PatchStep[] => {
    const path = `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const [was, is] = [before[key], after[key]];
    if (isDeepStrictEqual(was, is)) return [];
    if (is === undefined) return [{ op: 'remove', path }];
    if (was === undefined) return [{ op: 'add', path, value: is }];
    return isJsonObject(was) && isJsonObject(is)
      ? jsonPatch(was, is, path)
      : [{ op: 'replace', path, value: is }];
  });
}

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
