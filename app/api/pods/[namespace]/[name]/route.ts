import { view } from '@/app/api/view';
import { runtime } from '@/server/host/runtime';
import { reportSources } from '@/server/pages/reports/of-runtime';
import { podReport } from '@/server/pages/reports/pod-report';

export const dynamic = 'force-dynamic';

/** Why a pod is as it is, and what happens to it next. */
export const GET = view<{ namespace: string; name: string }>((_, { namespace, name }) =>
  podReport(reportSources(runtime()), namespace, name),
);
