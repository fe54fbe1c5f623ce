import { reportSources } from '../../../../../pages/reports/of-runtime';
import { podReport } from '../../../../../pages/reports/pod-report';
import { runtime } from '../../../../runtime';
import { view } from '../../../view';

/** Why a pod is as it is, and what happens to it next. */
export const GET = view<{ namespace: string; name: string }>((_, { namespace, name }) =>
  podReport(reportSources(runtime()), namespace, name),
);
