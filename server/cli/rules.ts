import type { ClusterRulesView } from '../contract/cluster-rules';
import { wallClock } from '../lib/time/clock';
import { MEMBER_FAULTS } from '../words/member-faults';
import { withoutRulesWords } from '../words/without-rules';
import { CommandFailure } from './failure';
import { type ClustersOption, type CommonOptions, openHub } from './options';

const ASK_AGAIN_MS = 500;
const LONGEST_MS = 10_000;

export interface ComparedRules extends Pick<ClusterRulesView, 'rows' | 'members' | 'clusters' | 'told'> {
  /** What a reader should know: clusters that are not compared, and why. */
  notes: string[];
  /** Whether any rule is missing somewhere, or another version. */
  differs: boolean;
}

/** The rules of the clusters of a hub, once each cluster has answered or is known to be away. @throws Failure */
export async function answeredRules(options: CommonOptions & ClustersOption): Promise<ComparedRules> {
  const { clusters = 'all' } = options;
  if (clusters !== 'all' && !clusters.includes('='))
    throw new CommandFailure(
      'usage',
      'Rules are compared between all clusters, or those with a label.',
      'Write --clusters all, or --clusters region=eu.',
    );
  const hub = openHub(options);
  const label = clusters === 'all' ? undefined : clusters;
  let view = await hub.rules({ label, page: 1 });
  for (let waitedMs = 0; view.members.some(({ isAsked }) => isAsked) && waitedMs < LONGEST_MS; ) {
    await wallClock.sleep(ASK_AGAIN_MS);
    waitedMs += ASK_AGAIN_MS;
    view = await hub.rules({ label, page: 1 });
  }
  const rows = [...view.rows];
  for (let page = 2; page <= view.pages; page++) rows.push(...(await hub.rules({ label, page })).rows);
  const { members, clusters: all, told } = view;
  return {
    rows,
    members,
    clusters: all,
    told,
    notes: members.flatMap(({ name, fault, isAsked, without, left, odd }) => [
      ...(fault ? [`${name}: ${MEMBER_FAULTS[fault].sentence}`] : []),
      ...(isAsked ? [`${name}: it has not answered.`] : []),
      ...(without ? [`${name}: ${withoutRulesWords(without)}`] : []),
      ...(left || odd ? [`${name}: not all of its rules are compared.`] : []),
    ]),
    differs: rows.some(({ other, missing }) => other.count + missing.count > 0),
  };
}
