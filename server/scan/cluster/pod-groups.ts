import type { ClusterCaches } from '../../kube/caches';
import type { LookupResult } from '../../kube/workload-lookup';
import { ofKey } from '../../lib/memo/of-key';
import { fewAtATime } from '../../lib/time/few-at-a-time';
import { keyOf } from '../../objects/object-key';
import { controllerOf, type OwnerRef } from '../../objects/owners';
import { isFinished } from '../../objects/pod-phase';
import { selectorFrom } from '../../objects/selector';
import { objectOf } from '../../objects/target-key';
import type { OwnerReference, Pod, Workload } from '../../objects/types';
import { LASTING_KINDS, workloadKindOf } from '../../objects/workload-kinds';
import type { ScanTarget } from './targets';

/** Which group a pod is in: selectors of the cluster need not tell groups apart. */
const GROUP_LABEL = 'scan.invalid/group';
/** Longer chains are cycles. */
const MOST_OWNERS = 10;
const AT_ONCE = 4;
/** Of a name that is made anew each time: a time, a counter, a hash, or what Kubernetes appends. */
const MADE_TAIL = /[-.](?:\d{3,}|[0-9a-f]{6,}|[bcdfghjklmnpqrstvwxz2456789]{5})$/;

/** Asks for the object of a reference; never rejects. */
type Learn = (ref: OwnerRef) => Promise<LookupResult>;

/** Pods that belong to no workload with a template, by what makes them. */
export class PodGroups {
  readonly targets: ScanTarget[] = [];
  private readonly byPod = new Map<string, string>();
  private readonly byOwner = new Map<string, string>();

  /** The labels of a pod, with that of its group. */
  labelsOf({ metadata: { namespace = '', name, labels } }: Pod): Record<string, string> | undefined {
    const group = this.byPod.get(`${namespace}/${name}`);
    return group === undefined ? labels : { ...labels, [GROUP_LABEL]: group };
  }

  /** The labels of past pods of an owner that is in a group, by its name. */
  labelsOfOwned(namespace: string, kind: string, name: string): Record<string, string> | undefined {
    const group = this.byOwner.get(`${namespace}/${kind}/${stemOf(name)}`);
    return group === undefined ? undefined : { [GROUP_LABEL]: group };
  }

  add(top: Top, pods: readonly Pod[], vpasByTarget: ClusterCaches['vpasByTarget']): void {
    const { ref } = top;
    const key = `${ref.kind}/${ref.name}`;
    const running = pods.filter(({ status }) => !isFinished(status?.phase));
    const newest = (running.length > 0 ? running : pods).reduce((one, other) =>
      (one.metadata.creationTimestamp ?? '') < (other.metadata.creationTimestamp ?? '') ? other : one,
    );
    for (const { metadata } of pods) this.byPod.set(`${ref.namespace}/${metadata.name}`, key);
    for (const owner of top.owners)
      this.byOwner.set(`${ref.namespace}/${owner.kind}/${stemOf(owner.name)}`, key);
    const { namespace, name } = ref;
    const template = { metadata: { labels: newest.metadata.labels }, spec: newest.spec };
    const inGroup = (pod: Pod): Pod => ({
      ...pod,
      metadata: { ...pod.metadata, labels: { ...pod.metadata.labels, [GROUP_LABEL]: key } },
    });
    const [vpa] = vpasByTarget.targeting(ref);
    this.targets.push({
      ref,
      workload: { metadata: { namespace, name }, spec: { template } } as Workload,
      template,
      selector: selectorFrom({ matchLabels: { [GROUP_LABEL]: key } }),
      pods: running.map(inGroup),
      ended: pods.filter(({ status }) => isFinished(status?.phase)).map(inGroup),
      replicas: Math.max(1, running.length),
      ...(vpa && { vpa }),
      ...(top.why !== undefined && { notFollowed: top.why }),
    });
  }
}

/** What is at the top of a pod's owners. */
interface Top {
  readonly ref: OwnerRef;
  /** The owners on the way, from the pod's own. */
  readonly owners: readonly OwnerReference[];
  /** Why no owner above it is known, if that could not be found out. */
  readonly why?: string | undefined;
}

/**
 * Groups the pods that request something and are not among `covered` by their topmost owner, whatever its kind: operators'
 * own, Jobs, and pods that nobody owns.
 */
export async function podGroups(
  { pods, vpasByTarget }: Pick<ClusterCaches, 'pods' | 'vpasByTarget'>,
  covered: {
    readonly pods: ReadonlySet<string>;
    readonly titles: ReadonlySet<string>;
    wants(pod: Pod): boolean;
  },
  learn: Learn,
): Promise<PodGroups> {
  const tops = new Map<string, { top: Top; pods: Pod[] }>();
  const above = new Map<string, Promise<Top>>();
  const open = [...pods.list()].filter(
    (pod) =>
      !covered.pods.has(keyOf(pod.metadata)) &&
      requestsAny(pod) &&
      (!isFinished(pod.status?.phase) || controllerOf(pod.metadata.ownerReferences)?.kind === 'Job') &&
      covered.wants(pod),
  );
  await fewAtATime(
    open,
    async (pod) => {
      const top = await topOf(pod, learn, above);
      if (!top) return;
      const title = `${top.ref.namespace}/${top.ref.kind}/${top.ref.name}`;
      if (covered.titles.has(title)) return;
      const own = tops.get(title) ?? { top, pods: [] };
      own.pods.push(pod);
      tops.set(title, { ...own, top: { ...own.top, owners: [...own.top.owners, ...top.owners] } });
    },
    { atOnce: AT_ONCE, goesOn: () => true },
  );
  const groups = new PodGroups();
  for (const { top, pods: own } of byStem([...tops.values()])) groups.add(top, own, vpasByTarget);
  return groups;
}

/** Owners of one kind whose names are alike but for their tails, such as Jobs that a program makes, are one. */
function byStem(all: { top: Top; pods: Pod[] }[]): { top: Top; pods: Pod[] }[] {
  const alike = new Map<string, { top: Top; pods: Pod[] }[]>();
  for (const one of all) {
    const { namespace, kind, name } = one.top.ref;
    const key = `${namespace}/${kind}/${stemOf(name)}`;
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike.values()].flatMap((some) => {
    const [first] = some;
    if (!first || some.length === 1) return some;
    const { top } = first;
    const owners = some.flatMap((one) => one.top.owners);
    return [
      {
        top: { ...top, ref: { ...top.ref, name: stemOf(top.ref.name) }, owners },
        pods: some.flatMap((one) => one.pods),
      },
    ];
  });
}

/** Undefined for what a workload with a template makes: it is not wanted, or is being deleted. */
async function topOf(pod: Pod, learn: Learn, above: Map<string, Promise<Top>>): Promise<Top | undefined> {
  const { namespace = '', name, generateName, ownerReferences } = pod.metadata;
  const bare = (of: string): Top => ({
    ref: { apiVersion: 'v1', kind: 'Pod', namespace, name: of },
    owners: [],
  });
  const owner = controllerOf(ownerReferences);
  if (!owner) return bare(generateName?.replace(/-$/, '') || name);
  // The kubelet makes static pods from files, and names them after their node.
  if (owner.kind === 'Node')
    return bare(name.replace(new RegExp(`-${owner.name.replaceAll('.', '\\.')}$`), ''));
  const key = `${namespace}/${owner.apiVersion}/${owner.kind}/${owner.name}`;
  const known = ofKey(above, key, () => climb(namespace, owner, learn));
  const top = await known;
  const kind = workloadKindOf(top.ref.apiVersion, top.ref.kind);
  return kind && LASTING_KINDS.some((one) => one === kind) ? undefined : top;
}

async function climb(namespace: string, first: OwnerReference, learn: Learn): Promise<Top> {
  const owners = [first];
  let ref = objectOf(namespace, first);
  for (let depth = 0; depth < MOST_OWNERS; depth++) {
    const found = await learn(ref);
    if (found.kind !== 'object') return { ref, owners, why: whyNot(ref, found) };
    const next = controllerOf(found.owners);
    if (!next) return { ref, owners };
    owners.push(next);
    ref = objectOf(namespace, next);
  }
  return { ref, owners, why: 'its owners own each other' };
}

function whyNot({ kind, name }: OwnerRef, found: Exclude<LookupResult, { kind: 'object' }>): string {
  const why =
    'error' in found
      ? found.error.message
      : found.kind === 'missing'
        ? 'it is gone'
        : 'its kind is not served';
  return `who owns ${kind} ${name} is not known: ${why}`;
}

function stemOf(name: string): string {
  const stem = name.replace(MADE_TAIL, '');
  return stem === name || stem === '' ? name : stemOf(stem);
}

function requestsAny({ spec }: Pod): boolean {
  const all = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  return all.some(({ resources }) => Object.keys(resources?.requests ?? resources?.limits ?? {}).length > 0);
}
