import { AppError } from '../../errors';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { isServedNamespace } from '../../policy/served-namespaces';
import { compareTexts } from '../../words/natural-order';
import type { PatchSources } from './patch-of-vpa';

/** More at once would hold up other requests. */
const MOST_PATCHED = 2000;

/** The place of a VPA. */
export interface VpaPlace {
  readonly namespace: string;
  readonly name: string;
}

/**
 * The VPAs that a query names: each by `vpa=NAMESPACE/NAME`, or all of `namespace`, or all that pass the filters of
 * the list of workloads.
 * @throws AppError `bad-request` naming the parameter, `not-found` for a VPA that is named and is not there
 */
export async function selectedVpas(
  { cluster, config }: Pick<PatchSources, 'cluster' | 'config'>,
  params: URLSearchParams,
  filtered: (params: URLSearchParams) => Promise<readonly VpaPlace[]>,
): Promise<VerticalPodAutoscaler[]> {
  const { vpas } = cluster.caches;
  const named = params.getAll('vpa');
  const others = [...params.keys()].filter((key) => key !== 'vpa');
  if (named.length > 0 && others.length > 0) throw badRequest('vpa', 'stands alone, without a filter');
  const places = named.length > 0 ? [...new Set(named)].map(placeIn) : undefined;
  const found = places
    ? places.map((place) => {
        const vpa = vpas.get(place.namespace, place.name);
        if (!vpa) throw new AppError('not-found', `VPA ${place.namespace}/${place.name}`);
        return vpa;
      })
    : others.every((key) => key === 'namespace')
      ? [...vpas.list(params.get('namespace') || undefined)]
      : (await filtered(params)).flatMap(({ namespace, name }) => vpas.get(namespace, name) ?? []);
  if (found.length > MOST_PATCHED)
    throw badRequest(
      'namespace',
      `and the filters leave ${found.length} VPAs; an export takes ${MOST_PATCHED}`,
    );
  return found
    .filter(({ metadata: { namespace = '' } }) => isServedNamespace(config, namespace))
    .sort(
      ({ metadata: a }, { metadata: b }) =>
        compareTexts(a.namespace ?? '', b.namespace ?? '') || compareTexts(a.name, b.name),
    );
}

function placeIn(text: string): VpaPlace {
  const [namespace = '', name = '', ...more] = text.split('/');
  if (namespace && name && more.length === 0) return { namespace, name };
  throw badRequest('vpa', 'must read NAMESPACE/NAME');
}

function badRequest(field: string, message: string): AppError {
  return new AppError('bad-request', `${field} ${message}`, [{ field, message }]);
}
