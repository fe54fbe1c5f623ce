import { RIGHTS, rightWords, type VisibleNamespaces } from '../../access';
import type { MatchingWorkloads } from '../../contract/workloads';
import { isServedNamespace } from '../../decide/pods/served-namespaces';
import { AppError } from '../../lib/report/errors';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { compareTexts } from '../../words/natural-order';
import { aboutVpa } from '../../words/object-fault';
import type { ListRequest } from '../list-query';
import type { PatchSources } from './patch-of-vpa';

/** More at once would hold up other requests. */
const MOST_PATCHED = 2000;

/** The workloads that pass the filters of the list, up to some number, and how many there are. */
export type Filtered = (asked: ListRequest) => Promise<MatchingWorkloads>;

/**
 * The VPAs that a query names: each by `of=NAMESPACE/NAME`, or all of `namespace`, or all that pass the filters of
 * the list of workloads.
 * @throws AppError `bad-request` naming the parameter, `forbidden` or `not-found` for a VPA that is named and may not
 * be read, or is not there
 */
export async function selectedVpas(
  sources: Pick<PatchSources, 'cluster' | 'config'>,
  asked: ListRequest,
  filtered: Filtered,
): Promise<VerticalPodAutoscaler[]> {
  const { vpas, matching } = await found(sources, asked, filtered);
  if (matching > MOST_PATCHED)
    throw badRequest(
      'namespace',
      `is needed: there are ${matching} VPAs, and an export takes ${MOST_PATCHED}`,
    );
  return vpas
    .filter(({ metadata: { namespace = '' } }) => isServedNamespace(sources.config, namespace))
    .sort(
      ({ metadata: a }, { metadata: b }) =>
        compareTexts(a.namespace ?? '', b.namespace ?? '') || compareTexts(a.name, b.name),
    );
}

async function found(
  { cluster: { caches } }: Pick<PatchSources, 'cluster'>,
  asked: ListRequest,
  filtered: Filtered,
): Promise<{ vpas: VerticalPodAutoscaler[]; matching: number }> {
  const { params, reach } = asked;
  const named = [...new Set(params.getAll('of'))];
  const others = [...params.keys()].filter((key) => key !== 'of');
  if (named.length > 0) {
    if (others.length > 0) throw badRequest('of', 'stands alone, without a filter');
    return { vpas: named.map((text) => vpaNamed(caches, reach, text)), matching: named.length };
  }
  if (others.every((key) => key === 'namespace')) {
    const vpas = [...caches.vpas.list(params.get('namespace') || undefined)].filter(({ metadata }) =>
      reach.covers(metadata.namespace),
    );
    return { vpas, matching: vpas.length };
  }
  const { rows, matching } = await filtered(asked);
  const vpas = rows.flatMap(({ namespace, name, hasNoVpa }) =>
    hasNoVpa ? [] : (caches.vpas.get(namespace, name) ?? []),
  );
  return { vpas, matching };
}

function vpaNamed(
  { vpas }: PatchSources['cluster']['caches'],
  reach: VisibleNamespaces,
  text: string,
): VerticalPodAutoscaler {
  const [namespace = '', name = '', ...more] = text.split('/');
  if (!namespace || !name || more.length > 0) throw badRequest('of', 'must read NAMESPACE/NAME');
  if (!reach.covers(namespace)) throw new AppError('forbidden', rightWords(RIGHTS.read(namespace)));
  const vpa = vpas.get(namespace, name);
  if (!vpa) throw new AppError('not-found', aboutVpa({ namespace, name }));
  return vpa;
}

function badRequest(field: string, message: string): AppError {
  return new AppError('bad-request', `${field} ${message}`, [{ field, message }]);
}
