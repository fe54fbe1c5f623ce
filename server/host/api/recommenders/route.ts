import { runtime } from '../../runtime';
import { operationsOf } from '../roles';
import { view } from '../view';

/** The recommenders that VPAs can choose here, with their parameters. */
export const GET = view(() => operationsOf(runtime()).recommenders(), { entry: 'person' });
