import { answer } from '@/app/api/answer';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

export const GET = answer(() => runtime().workloads());
