import { listing } from '@/app/api/listing';
import { recommenderOf } from '@/app/api/roles';
import type { NodeLabelsView } from '@/server/process/pages/views';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The labels by which VPAs can tell nodes apart. */
export const GET = listing((): NodeLabelsView => ({ labels: recommenderOf(runtime()).nodeLabels }));
