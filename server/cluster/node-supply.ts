import { LRUCache } from 'lru-cache';
import { karpenterSupply, poolOf } from '../decide/places/karpenter';
import { isFull, isOfFullGroup, type ScalingGroup, scalingGroupsIn } from '../decide/places/node-groups';
import type { ComingNodes } from '../decide/places/node-index';
import type { PodDemand } from '../decide/places/pod-need';
import { hasCapacityPerPod } from '../decide/pods/capacity-per-pod';
import type { KubeClient } from '../kube/client';
import { isKubeError } from '../kube/errors';
import { lackingRights, type Right } from '../kube/own-rights';
import { ofKey } from '../lib/memo/of-key';
import type { Clock } from '../lib/time/clock';
import { amountsFrom } from '../objects/quantity';
import { API_RESOURCES, type KubeResource, pathOf } from '../objects/resources';
import type { ConfigMap, KubeList, KubeObject, Node } from '../objects/types';

/** Whether nodes come by themselves: `auto` means that this is recognised. */
export type NodeAutoscaling = 'auto' | 'on' | 'off';

/** How often it is asked again, and when what the Cluster Autoscaler last wrote is outdated; in real time. */
const ASK_EVERY_MS = 60_000;
const OUTDATED_MS = 10 * 60_000;
/** For how long the answer counts whether something may be read; what is not installed is asked for again as late. */
const RESTS_MS = 10 * 60_000;

const STATUS = 'cluster-autoscaler-status';
const STATUS_PATH = pathOf(API_RESOURCES.configMaps, 'kube-system', STATUS);
const READS_STATUS: Right = {
  verb: 'get',
  group: '',
  resource: 'configmaps',
  namespace: 'kube-system',
  name: STATUS,
};
const KARPENTER = { group: 'karpenter.sh', version: 'v1', namespaced: false } as const;
const NODE_POOLS: KubeResource = { ...KARPENTER, plural: 'nodepools', kind: 'NodePool' };
const NODE_CLAIMS: KubeResource = { ...KARPENTER, plural: 'nodeclaims', kind: 'NodeClaim' };

/** Sizes of machines that pools made, remembered at most; and objects that are read at most. */
const MOST_REMEMBERED = 500;
const MOST_READ = 1_000;

const NONE_KNOWN: ComingNodes = { sizes: [], isBare: false };

interface SupplySources {
  readonly client: Pick<KubeClient, 'request'>;
  readonly caches: { readonly nodes: { list(): Iterable<Node> } };
  readonly wallClock: Clock;
  readonly config: { readonly nodeAutoscaling: NodeAutoscaling; readonly largestNode: string };
}

const known = new WeakMap<SupplySources['client'], NodeSupply>();

/** Whether nodes come to this cluster by themselves: one answer for all who ask in a process. */
export function nodeSupply(sources: SupplySources): NodeSupply {
  return ofKey(known, sources.client, () => new NodeSupply(sources));
}

/** Asks when it is asked, at most once a minute; what cannot be read is not there as far as anyone knows. */
export class NodeSupply {
  private answer = false;
  private fromPools: readonly PodDemand[] = [];
  /** Machines that pools made since the start, by pool and size. */
  private readonly made = new LRUCache<string, object>({ max: MOST_REMEMBERED });
  private isNoMore: ComingNodes['isNoMore'];
  private askedMs = Number.NEGATIVE_INFINITY;
  /** Until when a path is known to be readable or not, by the path. */
  private readonly readable = new Map<string, { readonly is: boolean; readonly untilMs: number }>();

  private readonly stated: PodDemand | undefined;

  constructor(private readonly sources: SupplySources) {
    this.stated = nodeSizeFrom(sources.config.largestNode);
  }

  /** What nodes that come offer, whatever nodes there are; what the setting states wins. No size if nobody says. */
  get coming(): ComingNodes {
    if (!this.comes) return NONE_KNOWN;
    const sizes = this.stated
      ? { sizes: [this.stated], isBare: false }
      : { sizes: this.fromPools, isBare: true };
    return this.isNoMore ? { ...sizes, isNoMore: this.isNoMore } : sizes;
  }

  get comes(): boolean {
    const { wallClock, config } = this.sources;
    if (config.nodeAutoscaling === 'off') return false;
    if (wallClock.steady() - this.askedMs >= ASK_EVERY_MS) void this.ask();
    return config.nodeAutoscaling === 'on' || this.answer;
  }

  /** Asks now, and waits for the answers. */
  async ask(): Promise<void> {
    const { wallClock } = this.sources;
    this.askedMs = wallClock.steady();
    const listOf = (resource: KubeResource) =>
      this.read<KubeList<KubeObject>>(
        { verb: 'list', group: resource.group, resource: resource.plural },
        `${pathOf(resource)}?limit=${MOST_READ}`,
      );
    const [status, pools] = await Promise.all([
      this.read<ConfigMap>(READS_STATUS, STATUS_PATH),
      listOf(NODE_POOLS),
    ]);
    const claims = pools?.items?.length ? await listOf(NODE_CLAIMS) : undefined;
    const { comes, sizes } = karpenterSupply(pools?.items ?? [], this.madeBy(claims?.items ?? []));
    this.fromPools = sizes;
    const groups = scalingGroups(status, wallClock.now());
    const perPod = [...this.sources.caches.nodes.list()].some(hasCapacityPerPod);
    this.answer = isScaling(groups) || comes || perPod;
    this.isNoMore = groups?.some(isFull) ? (labels) => isOfFullGroup(labels, groups) : undefined;
  }

  /**
   * Missing, forbidden and not answered are alike: nothing is known of it. The rights are asked about first, so that
   * an account without them leaves no refusals in the audit log of the API server.
   */
  private async read<T>(right: Right, path: string): Promise<T | undefined> {
    const { client, wallClock } = this.sources;
    const note = (is: boolean) => this.readable.set(path, { is, untilMs: wallClock.steady() + RESTS_MS });
    try {
      const known = this.readable.get(path);
      if (!known || wallClock.steady() >= known.untilMs)
        note((await lackingRights(client, [right])).length === 0);
      return this.readable.get(path)?.is ? await client.request<T>('GET', path) : undefined;
    } catch (thrown) {
      if (isKubeError(thrown, 'forbidden', 'not-found')) note(false);
      return undefined;
    }
  }

  /** All machines that pools are known to have made. */
  private madeBy(claims: readonly KubeObject[]): readonly object[] {
    for (const one of [...claims, ...this.sources.caches.nodes.list()]) {
      const pool = poolOf(one);
      const { capacity, allocatable } = (one as Partial<Node>).status ?? {};
      if (pool === undefined || !allocatable) continue;
      const { labels } = one.metadata;
      const key = JSON.stringify([
        pool,
        capacity?.cpu,
        capacity?.memory,
        allocatable.cpu,
        allocatable.memory,
      ]);
      this.made.set(key, { metadata: { labels }, status: { capacity, allocatable } });
    }
    return [...this.made.values()];
  }
}

/**
 * What the setting states, such as `cpu=16,memory=64Gi`; undefined if it is empty.
 * @throws QuantityError
 */
export function nodeSizeFrom(text: string): PodDemand | undefined {
  const { cpu, memory } = amountsFrom(
    Object.fromEntries(text.split(',').map((part) => part.trim().split('=', 2))),
  );
  return cpu === undefined || memory === undefined ? undefined : { cpu, memory };
}

/** Whether the Cluster Autoscaler can add nodes: some group is below its maximum, or it names none. */
export function isScaling(groups: readonly ScalingGroup[] | undefined): boolean {
  return groups !== undefined && (groups.length === 0 || !groups.every(isFull));
}

/** The groups in the status of the Cluster Autoscaler; undefined if it has written none lately. */
export function scalingGroups(
  status: ConfigMap | undefined,
  nowMs: number,
): readonly ScalingGroup[] | undefined {
  const text = status?.data?.status;
  if (typeof text !== 'string') return undefined;
  const writtenMs = lastTimeIn(text);
  return writtenMs !== undefined && nowMs - writtenMs > OUTDATED_MS ? undefined : scalingGroupsIn(text);
}

/** When it was written: `time: 2024-01-31 09:00:00.1 +0000 UTC`, or the same after `status at`. */
function lastTimeIn(text: string): number | undefined {
  const match = /(?:^time:|status at)\s*"?(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/m.exec(text);
  const ms = match ? Date.parse(`${match[1]}T${match[2]}Z`) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
