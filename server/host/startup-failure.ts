/** Failures that people can fix by the message; a stack would only hide it. */
const EXPECTED = ['ConfigError', 'SandboxError', 'TraceError'];

/** Prints why the process cannot start and ends it. */
export function failStart(error: unknown): never {
  console.error(error instanceof Error && EXPECTED.includes(error.name) ? error.message : error);
  process.exit(1);
}
