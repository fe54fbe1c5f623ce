import { LRUCache } from 'lru-cache';
import { RULE_WORDS, RULE_WORKLOAD_WORDS, type RulesView, type RuleView } from '../../contract/rules';
import { ofKey } from '../../lib/memo/of-key';
import { AppError } from '../../lib/report/errors';
import { inSlices } from '../../lib/time/slices';
import type { RulesHandle } from '../../rules/handle';
import { type ListRequest, readListQuery } from '../list-query';
import { Newest } from '../newest';
import type { AnswerDeadline } from '../patience';
import type { Sheet } from '../sheet';
import {
  KNOWN_OF_RULE_WORKLOADS,
  KNOWN_OF_RULES,
  type ListedRule,
  type ListedRuleWorkload,
  listedRules,
  listedRuleWorkloads,
  RULE_LIST_SPEC,
  RULE_WORKLOAD_LIST_SPEC,
} from './rule-lists';

/** Policies whose workloads are kept in order: those of the open pages. */
const MOST_SHEETS = 16;

type Policies = Pick<RulesHandle, 'revision' | 'isInstalled' | 'policies' | 'policy' | 'workloadsOf'>;

/** The lists of policies, and of the workloads of one. */
export class RulePages {
  private readonly sheet = new Newest<Sheet<ListedRule>>();
  private readonly workloads = new LRUCache<string, Newest<Sheet<ListedRuleWorkload>>>({
    max: MOST_SHEETS,
  });

  constructor(private readonly patience: () => AnswerDeadline) {}

  /** @throws AppError `bad-request` naming the invalid parameters */
  async list(rules: Policies, asked: ListRequest): Promise<RulesView> {
    const query = readListQuery(asked, RULE_WORDS, { known: KNOWN_OF_RULES });
    const patience = this.patience();
    const sheet = await this.sheet.of(
      String(rules.revision),
      (former) => inSlices(listedRules(rules.policies(), former)),
      patience,
    );
    const { rows, ...others } = await sheet.page(RULE_LIST_SPEC, query, patience);
    return { rows: rows.map(({ row }) => row.row), ...others, isInstalled: rules.isInstalled };
  }

  /** @throws AppError `bad-request`, or `not-found` if there is no such policy */
  async one(rules: Policies, name: string, asked: ListRequest): Promise<RuleView> {
    const query = readListQuery(asked, RULE_WORKLOAD_WORDS, { known: KNOWN_OF_RULE_WORKLOADS });
    const policy = rules.policy(name);
    if (!policy) throw new AppError('not-found', `VerticalScalingPolicy ${name}`);
    const newest = ofKey(this.workloads, name, () => new Newest());
    const patience = this.patience();
    const sheet = await newest.of(
      String(rules.revision),
      async () => inSlices(listedRuleWorkloads(await inSlices(rules.workloadsOf(name)))),
      patience,
    );
    const { rows, ...others } = await sheet.page(RULE_WORKLOAD_LIST_SPEC, query, patience);
    const isPartial = asked.reach.namespaces !== undefined;
    return { policy, isPartial, workloads: { rows: rows.map(({ row }) => row.row), ...others } };
  }
}
