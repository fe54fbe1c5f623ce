import { wallClock } from '@/server/clock';
import type { DigestLists, DigestView } from '@/server/contract/digest';
import { startDashboard } from '@/tests/support/dashboard';

const LOOK_MS = 500;

export type WholeDigest = DigestView & { lists: DigestLists };

/** What a real process with an embedded cluster tells a hub, once every list of it has rows. */
export async function recordedDigest(): Promise<WholeDigest> {
  const member = await startDashboard({ PLUMBLINE_SANDBOX: 'true' });
  try {
    for (;;) {
      const digest = (await (await fetch(`${member.url}/api/v1/digest`)).json()) as WholeDigest;
      const { workloads, plan, savings, inbox } = digest.lists;
      if ([workloads, plan, savings, inbox].every((list) => (list?.rows.length ?? 0) > 0)) return digest;
      await wallClock.sleep(LOOK_MS);
    }
  } finally {
    await member.stop();
  }
}

/** The same for a cluster with at least `vpas` VPAs: its namespaces several times over, each under names of its own. */
export function multiplied(digest: WholeDigest, vpas: number): WholeDigest {
  const copies = Math.ceil(vpas / digest.vpas);
  const namespaces = [...new Set(digest.lists.workloads.rows.map(({ row }) => row.namespace))];
  const names = new RegExp(`\\b(${namespaces.join('|')})\\b`, 'g');
  const rowsOf = <Row>(rows: Row[]): Row[] =>
    Array.from(
      { length: copies },
      (_, copy) => JSON.parse(JSON.stringify(rows).replace(names, `$1-${copy}`)) as Row[],
    ).flat();
  const lists = Object.fromEntries(
    Object.entries(digest.lists).map(([name, list]) => [
      name,
      { ...list, rows: rowsOf<unknown>(list.rows), all: list.all * copies },
    ]),
  ) as unknown as DigestLists;
  return {
    ...digest,
    vpas: times(digest.vpas, copies),
    urgencies: times(digest.urgencies, copies),
    totals: times(digest.totals, copies),
    lists,
  };
}

/** Every number in it, that many times. */
function times<Value>(value: Value, factor: number): Value {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'number' ? one * factor : one,
  ) as Value;
}
