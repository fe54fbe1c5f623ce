import { answer } from '@/app/api/answer';
import { AppError } from '@/server/errors';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

async function jsonOf(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch (cause) {
    throw new AppError('bad-request', 'the body is not JSON', [], { cause });
  }
}

/** The current recommendation for a pod or a VPA. */
export const POST = answer(async (request) => runtime().recommend(await jsonOf(request)));
