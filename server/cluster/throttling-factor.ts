import type { KubeClient } from '../kube/client';
import { fewAtATime } from '../lib/time/few-at-a-time';
import { objectIn } from '../objects/json-object';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { KubeList, Node } from '../objects/types';

/** Kubelets of one cluster are mostly configured alike: so many are asked at most, and no longer than this. */
const MOST_ASKED = 20;
const TIMEOUT_MS = 3_000;
const MOST_BYTES = 1_000_000;

/** What a kubelet answers to /configz, of which memoryThrottlingFactor is absent where it is not set. */
interface Configuration {
  readonly kubeletconfig?: {
    readonly memoryThrottlingFactor?: unknown;
    readonly featureGates?: { readonly MemoryQoS?: unknown } | null;
  } | null;
}

export interface FoundFactor {
  /** The lowest; undefined if no kubelet that answered has one. */
  readonly factor: number | undefined;
  readonly answered: number;
  readonly asked: number;
}

/**
 * The lowest memoryThrottlingFactor of the kubelets, asked through the API server (nodes/proxy). Kubelets that do not
 * answer, or answer nonsense, are passed over.
 * @throws KubeError if nodes cannot be listed
 */
export async function throttlingFactorOf(
  client: Pick<KubeClient, 'request' | 'forwardedText'>,
): Promise<FoundFactor> {
  const nodes = pathOf(API_RESOURCES.nodes);
  const { items } = await client.request<KubeList<Node>>('GET', `${nodes}?limit=${MOST_ASKED}`);
  const factors: number[] = [];
  let answered = 0;
  const ask = async ({ metadata: { name } }: Node) => {
    const path = `${pathOf(API_RESOURCES.nodes, undefined, name)}/proxy/configz`;
    const options = { timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES };
    const text = await client.forwardedText(path, options).catch(() => '');
    const configuration = configurationIn(text);
    if (!configuration) return;
    answered++;
    const factor = factorOf(configuration);
    if (factor !== undefined) factors.push(factor);
  };
  await fewAtATime(items, ask);
  return { factor: factors.length > 0 ? Math.min(...factors) : undefined, answered, asked: items.length };
}

function configurationIn(text: string): Configuration['kubeletconfig'] {
  const { kubeletconfig }: Configuration = objectIn(text);
  return typeof kubeletconfig === 'object' ? kubeletconfig : undefined;
}

/** Nothing where the gate is off: then nobody is stalled. */
function factorOf({
  memoryThrottlingFactor: factor,
  featureGates,
}: NonNullable<Configuration['kubeletconfig']>) {
  if (featureGates?.MemoryQoS === false) return undefined;
  return typeof factor === 'number' && factor > 0 && factor <= 1 ? factor : undefined;
}
