import { createHash } from 'node:crypto';
import { type DescribedKind, PATCH_PARAMETERS } from '@/sandbox/api/openapi/model';

/** The documents by their path below `/openapi/v3`: one for each group version. */
export function openApiV3Documents(kinds: DescribedKind[]): Map<string, string> {
  const byGroupVersion = new Map<string, DescribedKind[]>();
  for (const kind of kinds) {
    const { group, version } = kind.gvk;
    const key = group === '' ? `api/${version}` : `apis/${group}/${version}`;
    byGroupVersion.set(key, [...(byGroupVersion.get(key) ?? []), kind]);
  }
  return new Map([...byGroupVersion].map(([key, described]) => [key, JSON.stringify(document(described))]));
}

export function openApiV3Index(documents: Map<string, string>) {
  const paths = [...documents].map(([key, text]) => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 32).toUpperCase();
    return [key, { serverRelativeURL: `/openapi/v3/${key}?hash=${hash}` }];
  });
  return { paths: Object.fromEntries(paths) };
}

function document(kinds: DescribedKind[]) {
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1' },
    paths: Object.fromEntries(kinds.flatMap(operations)),
    components: {
      schemas: Object.fromEntries(
        kinds.map((kind) => [
          kind.definition,
          { ...kind.schema, 'x-kubernetes-group-version-kind': [kind.gvk] },
        ]),
      ),
    },
  };
}

function operations(kind: DescribedKind): [string, object][] {
  const schema = { $ref: `#/components/schemas/${kind.definition}` };
  const ok = { description: 'OK', content: { 'application/json': { schema } } };
  const gvk = { 'x-kubernetes-group-version-kind': kind.gvk };
  const parameters = PATCH_PARAMETERS.map((name) => ({
    name,
    in: 'query',
    schema: { type: name === 'force' ? 'boolean' : 'string', uniqueItems: true },
  }));
  return [
    [
      kind.path,
      {
        get: { responses: { 200: ok }, 'x-kubernetes-action': 'get', ...gvk },
        patch: { parameters, responses: { 200: ok }, 'x-kubernetes-action': 'patch', ...gvk },
      },
    ],
  ];
}
