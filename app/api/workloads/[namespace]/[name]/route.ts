import { view } from '@/app/api/view';
import { besideHpasOf } from '@/server/process/beside-hpas';
import { calendarOf } from '@/server/process/calendar-of';
import { gitSourcesOf } from '@/server/process/git-sources';
import { doesGraduate } from '@/server/process/pages/graduation';
import type { WorkloadAnswer } from '@/server/process/pages/views';
import { runtime } from '@/server/process/runtime';

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
