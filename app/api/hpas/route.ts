import { listing } from '@/app/api/listing';
import { RIGHTS } from '@/server/access';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

export const GET = listing((asked) => runtime().pages.hpas(asked), RIGHTS.readHpas);
