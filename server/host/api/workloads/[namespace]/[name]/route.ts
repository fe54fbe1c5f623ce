import type { WorkloadAnswer } from '../../../../../contract/workloads';
import { featuresOf } from '../../../../../pages/workloads/features-of';
import { gitSourcesOf } from '../../../../../pages/workloads/git-sources';
import { runtime } from '../../../../runtime';
import { view } from '../../../view';

export const GET = view<{ namespace: string; name: string }>(
  async ({ url }, { namespace, name }): Promise<WorkloadAnswer> => ({
    ...runtime().workload(namespace, name, new URL(url).searchParams.get('group') ?? undefined),
    ...featuresOf(runtime(), namespace, name),
    policyAuthor: runtime().operations?.authorOf(namespace, name),
    cost: runtime().pages.costs.of(namespace, name),
    git: gitSourcesOf(runtime(), namespace, name),
    inbox: await runtime().pages.inbox.ofVpa(namespace, name),
  }),
);
