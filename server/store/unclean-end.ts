import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Tells after the fact that a process ended without storing what waited: a file that is there while one runs
 * and goes when it ends in order.
 */
export class UncleanEnd {
  private readonly file: string;

  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'recording');
  }

  /** Notes that this process records; answers whether the one before ended without saying so. */
  begin(): boolean {
    const wasLeft = existsSync(this.file);
    mkdirSync(path.dirname(this.file), { recursive: true });
    writeFileSync(this.file, '');
    return wasLeft;
  }

  end(): void {
    rmSync(this.file, { force: true });
  }
}
