import { RIGHTS } from '../../../access';
import { runtime } from '../../runtime';
import { listing } from '../listing';

export const GET = listing((asked) => runtime().pages.hpas(asked), RIGHTS.readHpas);
