import { recommenderOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import type { NodeLabelsView } from '@/server/process/pages/views';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The labels by which VPAs can tell nodes apart. */
export const GET = view((): NodeLabelsView => ({ labels: recommenderOf(runtime()).nodeLabels }));
