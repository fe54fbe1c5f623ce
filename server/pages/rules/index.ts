import { LRUCache } from 'lru-cache';
import {
  POLICY_WORDS,
  POLICY_WORKLOAD_WORDS,
  type RulesView,
  type ScalingPolicyView,
} from '../../contract/rules';
import { AppError } from '../../lib/report/errors';
import { inSlices } from '../../lib/time/slices';
import type { RulesHandle } from '../../rules/handle';
import { type ListRequest, readListQuery } from '../list-query';
import { Newest } from '../newest';
import type { AnswerDeadline } from '../patience';
import type { Sheet } from '../sheet';
import {
  KNOWN_OF_POLICIES,
  KNOWN_OF_POLICY_WORKLOADS,
  type ListedPolicy,
  type ListedPolicyWorkload,
  listedPolicies,
  listedPolicyWorkloads,
  POLICY_LIST_SPEC,
  POLICY_WORKLOAD_LIST_SPEC,
} from './rule-lists';

/** Policies whose workloads are kept in order: those of the open pages. */
const MOST_SHEETS = 16;

type Policies = Pick<RulesHandle, 'revision' | 'isInstalled' | 'policies' | 'policy' | 'workloadsOf'>;

/** The lists of policies, and of the workloads of one. */
export class PolicyPages {
  private readonly sheet = new Newest<Sheet<ListedPolicy>>();
  private readonly workloads = new LRUCache<string, Newest<Sheet<ListedPolicyWorkload>>>({
    max: MOST_SHEETS,
  });

  constructor(private readonly patience: () => AnswerDeadline) {}

  /** @throws AppError `bad-request` naming the invalid parameters */
  async list(fleet: Policies, asked: ListRequest): Promise<RulesView> {
    const query = readListQuery(asked, POLICY_WORDS, { known: KNOWN_OF_POLICIES });
    const patience = this.patience();
    const sheet = await this.sheet.of(
      String(fleet.revision),
      (former) => inSlices(listedPolicies(fleet.policies(), former)),
      patience,
    );
    const { rows, ...others } = await sheet.page(POLICY_LIST_SPEC, query, patience);
    return { rows: rows.map(({ row }) => row.row), ...others, isInstalled: fleet.isInstalled };
  }

  /** @throws AppError `bad-request`, or `not-found` if there is no such policy */
  async one(fleet: Policies, name: string, asked: ListRequest): Promise<ScalingPolicyView> {
    const query = readListQuery(asked, POLICY_WORKLOAD_WORDS, { known: KNOWN_OF_POLICY_WORKLOADS });
    const policy = fleet.policy(name);
    if (!policy) throw new AppError('not-found', `VerticalScalingPolicy ${name}`);
    let newest = this.workloads.get(name);
    if (!newest) {
      newest = new Newest();
      this.workloads.set(name, newest);
    }
    const patience = this.patience();
    const sheet = await newest.of(
      String(fleet.revision),
      async () => inSlices(listedPolicyWorkloads(await inSlices(fleet.workloadsOf(name)))),
      patience,
    );
    const { rows, ...others } = await sheet.page(POLICY_WORKLOAD_LIST_SPEC, query, patience);
    const isPartial = asked.reach.namespaces !== undefined;
    return { policy, isPartial, workloads: { rows: rows.map(({ row }) => row.row), ...others } };
  }
}
