/** Whether every % in a path encodes a character. */
export function isWellWritten(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
