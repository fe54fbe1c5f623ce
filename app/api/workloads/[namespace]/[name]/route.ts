import { view } from '@/app/api/view';
import type { WorkloadAnswer } from '@/server/contract/workloads';
import { runtime } from '@/server/host/runtime';
import { besideHpasOf } from '@/server/pages/workloads/beside-hpas';
import { calendarOf } from '@/server/pages/workloads/calendar-of';
import { gitSourcesOf } from '@/server/pages/workloads/git-sources';
import { doesGraduate } from '@/server/pages/workloads/graduation';

export const dynamic = 'force-dynamic';

export const GET = view<{ namespace: string; name: string }>(
  async ({ url }, { namespace, name }): Promise<WorkloadAnswer> => ({
    ...runtime().workload(namespace, name, new URL(url).searchParams.get('group') ?? undefined),
    policyAuthor: runtime().operations?.authorOf(namespace, name),
    besideHpas: besideHpasOf(runtime(), namespace, name),
    calendar: calendarOf(runtime(), namespace, name),
    cost: runtime().pages.costs.of(namespace, name),
    git: gitSourcesOf(runtime(), namespace, name),
    graduates: doesGraduate(runtime(), namespace, name),
    needs: await runtime().pages.needsOf(namespace, name),
  }),
);
