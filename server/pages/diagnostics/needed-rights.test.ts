import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { NEEDED_RIGHTS, rightsIn } from './needed-rights';

const PLACES = { ownNamespace: 'plumbline', systemNamespace: 'kube-system' };

interface Granting {
  kind: string;
  metadata: { name: string; namespace?: string };
  rules?: { apiGroups: string[]; resources: string[]; verbs: string[]; resourceNames?: string[] }[];
}

/** The rights that the manifest grants by the roles of this name. */
function granted(file: string, part: string): string[] {
  return parseAllDocuments(readFileSync(file, 'utf8'))
    .map((one) => one.toJS() as Granting)
    .filter(
      ({ kind, metadata }) =>
        /^(Cluster)?Role$/.test(kind) && metadata.name.replace('-own-', '-') === `plumbline-${part}`,
    )
    .flatMap(({ metadata: { namespace = '' }, rules = [] }) =>
      rules.flatMap(({ apiGroups, resources, verbs, resourceNames = [''] }) =>
        apiGroups.flatMap((group) =>
          resources.flatMap((resource) =>
            verbs.flatMap((verb) =>
              resourceNames.map((name) => text(verb, group, resource, namespace, name)),
            ),
          ),
        ),
      ),
    )
    .sort();
}

const text = (...parts: string[]) => parts.join(' | ');

describe('the rights that a process asks about', () => {
  it.each(NEEDED_RIGHTS.map((need) => [need.part, need] as const))(
    'are for %s those of the manifest',
    (part, need) => {
      const asked = rightsIn(need, PLACES).map(({ verb, group, resource, namespace = '', name = '' }) =>
        text(verb, group, resource, namespace, name),
      );
      // Whom the account may act as is up to the cluster: the manifest names examples.
      const isAnybody = part === 'act-as-people';
      const rights = granted(need.file, part).map((one) => (isAnybody ? one.replace(/[^|]*$/, ' ') : one));
      expect(asked.sort()).toEqual(rights);
      expect(asked.length).toBeGreaterThan(0);
    },
  );

  it('cover every manifest in deploy/optional/ that grants Plumbline something', () => {
    const files = readdirSync('deploy/optional').map((name) => `deploy/optional/${name}`);
    const granting = files.filter((file) =>
      parseAllDocuments(readFileSync(file, 'utf8')).some(
        (one) => (one.toJS() as Granting).kind === 'ClusterRoleBinding',
      ),
    );
    expect(granting).not.toHaveLength(0);
    expect(NEEDED_RIGHTS.map(({ file }) => file)).toEqual(expect.arrayContaining(granting));
  });

  it('cover every role in deploy/rbac/', () => {
    const roles = parseAllDocuments(readFileSync('deploy/rbac/rbac.yaml', 'utf8'))
      .map((one) => one.toJS() as Granting)
      .filter(({ kind }) => /^(Cluster)?Role$/.test(kind))
      .map(({ metadata }) => metadata.name.replace(/^plumbline-(own-)?/, ''));
    expect(NEEDED_RIGHTS.map(({ part }) => part)).toEqual(expect.arrayContaining([...new Set(roles)]));
  });
});
