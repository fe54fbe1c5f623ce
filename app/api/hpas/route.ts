import { view } from '@/app/api/view';
import { RIGHTS } from '@/server/access';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

export const GET = view(({ url }) => runtime().pages.hpas(new URL(url).searchParams), {
  entry: () => [RIGHTS.readHpas()],
});
