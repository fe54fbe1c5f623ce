import { view } from '@/app/api/view';
import { reportSources } from '@/server/process/reports/of-runtime';
import { podReport } from '@/server/process/reports/pod-report';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** Why a pod is as it is, and what happens to it next. */
export const GET = view<{ namespace: string; name: string }>((_, { namespace, name }) =>
  podReport(reportSources(runtime()), namespace, name),
);
