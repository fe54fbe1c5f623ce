import { listing } from '@/app/api/listing';
import { reportSources } from '@/server/process/reports/of-runtime';
import { vpaReports } from '@/server/process/reports/vpa-report';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The VPAs as objects: mode, conditions, and what a new pod would get. */
export const GET = listing((asked) => vpaReports(reportSources(runtime()), asked));
