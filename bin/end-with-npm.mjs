const LOOK_EVERY_MS = 500;

/**
 * Ends this process as SIGTERM would once the npm that started it is gone. npm sends SIGTERM to the shell in
 * between, which does not forward it.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  looking.unref();
}
