/** What to type in a shell to make an object, given the command that reads it. */
export function approvalCommand(approval: object, create: string): string {
  return `echo '${JSON.stringify(approval).replaceAll("'", `'\\''`)}' | ${create}`;
}
