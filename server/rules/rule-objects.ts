import { RULE_FINALIZER } from '../decide/pods/rule-marks';
import { isKubeError, type KubeClient, MERGE_PATCH } from '../kube/client';
import { isConnectionLost } from '../kube/errors';
import { errorText } from '../lib/report/errors';
import type { Clock } from '../lib/time/clock';
import { fewAtATime } from '../lib/time/few-at-a-time';
import type { VerticalScalingPolicy } from '../objects/plumbline-types';
import { API_RESOURCES, pathOf } from '../objects/resources';
import { isWritten, ruleStatus } from './rule-status';
import type { RulesIndex } from './rules-index';

interface Parts {
  client: Pick<KubeClient, 'request'>;
  clock: Clock;
  rulesIndex: RulesIndex;
}

/** What Plumbline writes to the policies themselves: their finalizer and their status. */
export class RuleObjects {
  /** Why each could not be written at the last attempt. */
  readonly failures = new Map<string, string>();

  constructor(private readonly parts: Parts) {}

  /** Marks every policy as one to be asked about before it goes; those that are not yet make no VPAs. */
  async mark(): Promise<void> {
    const unmarked = this.all().filter(
      ({ metadata }) => !metadata.deletionTimestamp && !isMarked(metadata.finalizers),
    );
    await fewAtATime(unmarked, (policy) => {
      const finalizers = [...(policy.metadata.finalizers ?? []), RULE_FINALIZER];
      return this.patch(policy, undefined, { metadata: { ...versionOf(policy), finalizers } });
    });
  }

  /** Lets deleted policies go that have no VPAs any more. */
  async letGo(): Promise<void> {
    const { rulesIndex } = this.parts;
    const done = this.all().filter(({ metadata: { name, deletionTimestamp, finalizers } }) => {
      const tally = rulesIndex.tallies.find(name);
      return deletionTimestamp && isMarked(finalizers) && !tally?.vpas.size && !tally?.pending.size;
    });
    await fewAtATime(done, (policy) => {
      const finalizers = policy.metadata.finalizers?.filter((one) => one !== RULE_FINALIZER) ?? [];
      return this.patch(policy, undefined, { metadata: { ...versionOf(policy), finalizers } });
    });
  }

  /** Writes the status of a policy if it changed; false if the API server refused it. */
  async tell(name: string): Promise<boolean> {
    const { rulesIndex, clock } = this.parts;
    const [policy, object] = [rulesIndex.policies.named(name), rulesIndex.policies.objectOf(name)];
    if (!policy || !object) return true;
    const placeOf = (key: string) => rulesIndex.placeOf(key);
    const tally = rulesIndex.tallies.find(name);
    const status = ruleStatus({ policy, object, tally, nowMs: clock.now(), placeOf });
    if (!isWritten(object, status)) await this.patch(object, 'status', { status });
    return !this.failures.has(name);
  }

  private all(): VerticalScalingPolicy[] {
    const { rulesIndex } = this.parts;
    return rulesIndex.list().flatMap(({ name }) => rulesIndex.policies.objectOf(name) ?? []);
  }

  /** @throws KubeError if the API server does not answer, or this process no longer leads */
  private async patch(
    { metadata: { name } }: VerticalScalingPolicy,
    subresource: 'status' | undefined,
    body: object,
  ) {
    const { client } = this.parts;
    try {
      await client.request('PATCH', pathOf(API_RESOURCES.verticalScalingPolicies, '', name, subresource), {
        body,
        contentType: MERGE_PATCH,
      });
      this.failures.delete(name);
    } catch (thrown) {
      if (isKubeError(thrown, 'not-leading') || isConnectionLost(thrown)) throw thrown;
      // The watch shows what is there now, and it is judged again.
      if (isKubeError(thrown, 'conflict', 'not-found')) this.failures.delete(name);
      else this.failures.set(name, errorText(thrown));
    }
  }
}

function isMarked(finalizers: readonly string[] | undefined): boolean {
  return finalizers?.includes(RULE_FINALIZER) ?? false;
}

function versionOf({ metadata: { resourceVersion, uid } }: VerticalScalingPolicy) {
  return { resourceVersion, uid };
}
