/** Runs once in every new Next server, before it takes requests; never during a build. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startInsideNext } = await import('./server/host/inside-next');
  await startInsideNext();
}
