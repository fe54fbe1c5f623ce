import { view } from '@/app/api/view';
import type { WorkloadAnswer } from '@/server/contract/workloads';
import { runtime } from '@/server/host/runtime';
import { featuresOf } from '@/server/pages/workloads/features-of';
import { gitSourcesOf } from '@/server/pages/workloads/git-sources';

export const dynamic = 'force-dynamic';

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
