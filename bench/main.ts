/**
 * `npm run bench [-- NAME...] [--json]`: measures and prints the figures; a name selects benches that start
 * with it; long ones run only if named. Other options are for the benches that take them, see `BenchOptions`.
 */
import { parseArgs } from 'node:util';
import type { Figure } from './bench';
import { BENCHES } from './benches';

const text = { type: 'string' } as const;

function asked() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        traces: text,
        csv: text,
        picture: text,
        only: text,
        mode: text,
        minutes: text,
        runs: text,
        speed: text,
        binaries: text,
        real: text,
      },
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}; npm run bench -- [NAME...] [--json]`);
    process.exit(2);
  }
}

const {
  positionals: names,
  values: { json: asJson, ...options },
} = asked();
const picked = BENCHES.filter(({ name, isLong }) =>
  names.length === 0 ? !isLong : names.some((prefix) => name.startsWith(prefix)),
);
if (picked.length === 0) {
  console.error(
    `no bench has the name ${names.join(', ')}; choose from ${BENCHES.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

function print({ name, value, unit, reach, note }: Figure): void {
  if (note && !asJson) console.log(note);
  if (asJson) console.log(JSON.stringify({ name, value: rounded(value), unit }));
  else {
    const figure = rounded(value).toLocaleString('en', { maximumSignificantDigits: 4 });
    console.log(
      `${name.padEnd(28)} ${figure.padStart(14)} ${unit.padEnd(12)}${reach ? `  (goal: ${reach})` : ''}`,
    );
  }
}

for (const bench of picked) {
  try {
    for (const figure of await bench.run(options)) print(figure);
  } catch (thrown) {
    console.error(
      `${bench.name} failed: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown}`,
    );
    process.exitCode = 1;
  }
}
process.exit();
