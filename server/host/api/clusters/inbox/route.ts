import { across } from '../across';

export const GET = across('inbox');
