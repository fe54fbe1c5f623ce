import { across } from '@/app/api/clusters/across';

export const dynamic = 'force-dynamic';

export const GET = across('record');
