import { wholeListing } from '@/app/api/listing';
import { recommenderOf } from '@/app/api/roles';
import { RIGHTS } from '@/server/access';
import type { NodeLabelsView } from '@/server/contract/nodes';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** The labels by which VPAs can tell nodes apart. */
export const GET = wholeListing(
  RIGHTS.readNodes,
  (): NodeLabelsView => ({ labels: recommenderOf(runtime()).nodeLabels }),
);
