import type { EventRow } from '../../contract/events';

interface Told {
  /** Of the VPA. */
  name: string;
  target: { kind: string; name: string };
  /** Its pods that live. */
  pods: Iterable<string>;
}

/** What a ReplicaSet's name and a pod's name end with; generated names have no vowels. */
const HASH = '[bcdfghjklmnpqrstvwxz2456789]{1,10}';
const SUFFIX = '[bcdfghjklmnpqrstvwxz2456789]{5}';

/** How the names of what a workload makes go on after its own, so that pods that are gone are known too. */
const MADE: Readonly<Record<string, readonly string[]>> = {
  Deployment: [`-${HASH}`, `-${HASH}-${SUFFIX}`],
  ReplicaSet: [`-${SUFFIX}`],
  ReplicationController: [`-${SUFFIX}`],
  DaemonSet: [`-${SUFFIX}`],
  StatefulSet: ['-\\d+'],
  Job: [`-${SUFFIX}`],
  CronJob: ['-\\d+', `-\\d+-${SUFFIX}`],
};

/** Whether an event is about a VPA, its target, or the ReplicaSets, Jobs and pods that the target makes or made. */
export function isAboutWorkload({ name, target, pods }: Told): (event: Pick<EventRow, 'about'>) => boolean {
  const live = new Set(pods);
  const endings = (MADE[target.kind] ?? []).map((ending) => new RegExp(`^${ending}$`));
  const isMade = (made: string) =>
    made.startsWith(target.name) && endings.some((ending) => ending.test(made.slice(target.name.length)));
  return ({ about }) => {
    switch (about.kind) {
      case 'VerticalPodAutoscaler':
        return about.name === name;
      case target.kind:
        return about.name === target.name;
      case 'Pod':
        return live.has(about.name) || isMade(about.name);
      case 'ReplicaSet':
      case 'Job':
        return isMade(about.name);
      default:
        return false;
    }
  };
}
