import { RIGHTS } from '../../../../access';
import type { NodeLabelsView } from '../../../../contract/nodes';
import { runtime } from '../../../runtime';
import { wholeListing } from '../../listing';
import { recommenderOf } from '../../roles';

/** The labels by which VPAs can tell nodes apart. */
export const GET = wholeListing(
  RIGHTS.readNodes,
  (): NodeLabelsView => ({ labels: recommenderOf(runtime()).nodeLabels }),
);
