import { listing } from '@/app/api/listing';
import { updaterOf } from '@/app/api/roles';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

export const GET = listing((asked) => {
  const running = runtime();
  return running.pages.plan(updaterOf(running), asked);
});
