import type { Plan } from '../../decide/running/planned';
import { ofKey } from '../../lib/memo/of-key';
import { formatCpu, formatMemory } from '../../objects/quantity';
import { cpuMillicores, memoryBytes } from '../../objects/units';
import { countOf } from '../../words/counts';
import type { Reason } from '../../words/reasons';

type Held = Extract<Reason, { code: 'exceeds-quota' }>;

/** What all pods that a quota holds back need of one amount in it. */
interface Shortage {
  grows: number;
  /** While one pod ends, its successor counts too. */
  beside: number;
  claimed: number;
  free: number;
  hard: number;
  resource: Held['resource'];
}

interface OfQuota {
  readonly vpas: Set<string>;
  readonly byName: Map<string, Shortage>;
}

const MIB = 2 ** 20;

/** One remedy for each ResourceQuota: room for all that it holds back, as one command. */
export function quotaRemedies(
  plan: Pick<Plan, 'vpas'>,
): (namespace: string, quota: string) => string | undefined {
  const quotas = new Map<string, OfQuota>();
  for (const { namespace, name, pods } of plan.vpas)
    for (const { decision, reasons } of pods)
      for (const reason of decision === 'wait' ? reasons : [])
        if (reason.code === 'exceeds-quota') add(quotas, `${namespace}/${reason.quota}`, name, reason);
  return (namespace, quota) => {
    const found = quotas.get(`${namespace}/${quota}`);
    if (!found || found.byName.size === 0) return undefined;
    const hard = Object.fromEntries([...found.byName].map(([name, one]) => [name, amountFor(one)]));
    const patch = JSON.stringify({ spec: { hard } });
    const whose =
      found.vpas.size === 1 ? 'what it needs' : `what ${countOf(found.vpas.size, 'workload')} need together`;
    return `Room for ${whose}: \`kubectl patch resourcequota ${quota} -n ${namespace} --type merge -p '${patch}'\`. Or lower the requests of other pods in the namespace.`;
  };
}

function add(quotas: Map<string, OfQuota>, key: string, vpa: string, reason: Held): void {
  const {
    name,
    hard,
    grows = 0,
    asked,
    room: freeCapacity,
    claimed = 0,
    free = freeCapacity,
    resource,
  } = reason;
  if (name === undefined || hard === undefined) return;
  const own = ofKey(quotas, key, () => ({ vpas: new Set<string>(), byName: new Map() }));
  own.vpas.add(vpa);
  const known = own.byName.get(name) ?? { grows: 0, beside: 0, claimed: 0, free, hard, resource };
  known.grows += grows;
  known.beside = Math.max(known.beside, asked - grows);
  known.claimed = Math.max(known.claimed, claimed);
  known.free = Math.max(known.free, free);
  own.byName.set(name, known);
}

/** What the amount in the quota has to be, rounded up to what people write. */
function amountFor({ grows, beside, claimed, free, hard, resource }: Shortage): string {
  const needed = hard + Math.max(0, grows + beside + claimed - free);
  return resource === 'cpu'
    ? formatCpu(cpuMillicores(Math.ceil(needed)))
    : formatMemory(memoryBytes(Math.ceil(needed / MIB) * MIB));
}
