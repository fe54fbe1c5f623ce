import { isJsonObject } from '../../objects/json-object';
import { amountsFrom, QuantityError } from '../../objects/quantity';
import { RESOURCES, type Resource } from '../../objects/units';
import { paretoFront } from './pareto-front';
import { fits, minus, NOTHING_NEEDED, type PodDemand } from './pod-need';

/** What Karpenter's objects say of the nodes that can come; all unknown parts count for nothing. */
export interface KarpenterSupply {
  /** Whether some pool may make another node. */
  readonly comes: boolean;
  /** What the largest of these offer to all their pods, those of DaemonSets included; none if nobody can know. */
  readonly sizes: readonly PodDemand[];
}

const POOL_LABEL = 'karpenter.sh/nodepool';
/** The labels by which providers tell the CPUs of an instance, and its memory in MiB. */
const CPU_KEYS = ['karpenter.k8s.aws/instance-cpu', 'karpenter.azure.com/sku-cpu'];
const MEMORY_KEYS = ['karpenter.k8s.aws/instance-memory', 'karpenter.azure.com/sku-memory'];
const MIB = 2 ** 20;
/** What is left to pods of what a machine has, at least: the system and the kubelet keep some. */
const LEFT_TO_PODS = 0.85;

/** The least and the most of a range, both included. */
interface Range {
  readonly least?: number;
  readonly most?: number;
}

/** Anything may be in these objects, so each part is looked at as it comes. */
type Unread = unknown;

/**
 * The nodes that NodePools can still make. A size is known if a node of the pool has or had it and the requirements of
 * today allow it, or if the requirements have a least CPU and a least memory: every node that comes has those. None that
 * the limits of the pool have no room for counts, and none of a pool with taints.
 * @param made NodeClaims and nodes that pools made, now or earlier in this process
 */
export function karpenterSupply(pools: readonly Unread[], made: readonly Unread[]): KarpenterSupply {
  const sizes: PodDemand[] = [];
  let comes = false;
  for (const pool of pools) {
    const left = leftOf(pool);
    if (left.cpu <= 0 || left.memory <= 0) continue;
    comes = true;
    const spec = at(pool, 'spec', 'template', 'spec');
    const name = at(pool, 'metadata', 'name');
    if (listAt(spec, 'taints').length > 0 || typeof name !== 'string') continue;
    const requirements = listAt(spec, 'requirements');
    const ranges = { cpu: rangeOf(requirements, CPU_KEYS), memory: rangeOf(requirements, MEMORY_KEYS) };
    const proven = made.filter((one) => at(one, 'metadata', 'labels', POOL_LABEL) === name);
    for (const one of proven) {
      const capacity = amountsAt(one, 'status', 'capacity');
      const allocatable = amountsAt(one, 'status', 'allocatable');
      if (allocatable && isWithin(capacity ?? allocatable, ranges) && fits(capacity ?? allocatable, left))
        sizes.push(allocatable);
    }
    const least = leastOf(ranges);
    if (least && fits(least, left))
      sizes.push({ cpu: least.cpu * LEFT_TO_PODS, memory: least.memory * LEFT_TO_PODS });
  }
  return { comes, sizes: paretoFront(sizes) };
}

/** The pool that made a node or a NodeClaim; undefined if none did. */
export function poolOf(made: Unread): string | undefined {
  const pool = at(made, 'metadata', 'labels', POOL_LABEL);
  return typeof pool === 'string' ? pool : undefined;
}

/** What the limits of a pool leave beside what its nodes have. */
function leftOf(pool: Unread): PodDemand {
  const unlimited = { cpu: Number.POSITIVE_INFINITY, memory: Number.POSITIVE_INFINITY };
  const limits = at(pool, 'spec', 'limits');
  if (!isJsonObject(limits)) return unlimited;
  const most = { ...unlimited, ...defined(read(limits)) };
  return minus(most, { ...NOTHING_NEEDED, ...defined(read(at(pool, 'status', 'resources'))) });
}

/** What all requirements with one of these keys allow together, in their own unit. */
function rangeOf(requirements: readonly Unread[], keys: readonly string[]): Range {
  let range: Range = {};
  for (const one of requirements) {
    if (!keys.includes(String(at(one, 'key')))) continue;
    const values = listAt(one, 'values').map(Number).filter(Number.isFinite);
    if (values.length === 0) continue;
    const [low, high] = [Math.min(...values), Math.max(...values)];
    switch (at(one, 'operator')) {
      case 'In':
        range = narrowed(range, { least: low, most: high });
        break;
      case 'Gt':
        range = narrowed(range, { least: low + 1 });
        break;
      case 'Lt':
        range = narrowed(range, { most: high - 1 });
    }
  }
  return range;
}

function narrowed(a: Range, b: Range): Range {
  const least = Math.max(a.least ?? Number.NEGATIVE_INFINITY, b.least ?? Number.NEGATIVE_INFINITY);
  const most = Math.min(a.most ?? Number.POSITIVE_INFINITY, b.most ?? Number.POSITIVE_INFINITY);
  return { ...(Number.isFinite(least) && { least }), ...(Number.isFinite(most) && { most }) };
}

interface Ranges {
  readonly cpu: Range;
  readonly memory: Range;
}

/** Machines have a little less memory than their type says. */
const MEMORY_TOLERANCE = 0.9;

function isWithin({ cpu, memory }: PodDemand, ranges: Ranges): boolean {
  const { least: fewest = 0, most = Number.POSITIVE_INFINITY } = ranges.cpu;
  const { least = 0, most: mostMib = Number.POSITIVE_INFINITY } = ranges.memory;
  return (
    cpu >= fewest * 1000 &&
    cpu <= most * 1000 &&
    memory >= least * MIB * MEMORY_TOLERANCE &&
    memory <= mostMib * MIB
  );
}

function leastOf({ cpu, memory }: Ranges): PodDemand | undefined {
  if (!cpu.least || !memory.least) return undefined;
  return { cpu: cpu.least * 1000, memory: memory.least * MIB };
}

function amountsAt(of: Unread, ...path: string[]): PodDemand | undefined {
  const { cpu, memory } = read(at(of, ...path));
  return cpu === undefined || memory === undefined ? undefined : { cpu, memory };
}

/** Amounts that cannot be read are unknown. */
function read(list: Unread): { cpu?: number; memory?: number } {
  if (!isJsonObject(list)) return {};
  const stated = Object.entries(list).filter(
    ([name, value]) => RESOURCES.includes(name as Resource) && value !== null,
  );
  try {
    return amountsFrom(Object.fromEntries(stated.map(([name, value]) => [name, String(value)])));
  } catch (thrown) {
    if (thrown instanceof QuantityError) return {};
    throw thrown;
  }
}

function defined({ cpu, memory }: { cpu?: number; memory?: number }): Partial<PodDemand> {
  return { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) };
}

function at(of: Unread, ...path: string[]): Unread {
  return path.reduce<Unread>((part, key) => (isJsonObject(part) ? part[key] : undefined), of);
}

function listAt(of: Unread, key: string): readonly Unread[] {
  const list = at(of, key);
  return Array.isArray(list) ? list : [];
}
