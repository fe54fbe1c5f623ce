/** `npm run conformance -- DIR`: checks every vector file of a folder; exits 1 when a case fails. */
import { checkFile, vectorFiles } from './run';

const folder = process.argv[2];
if (!folder) {
  console.error('usage: npm run conformance -- DIR');
  process.exit(2);
}
const files = await vectorFiles(folder).catch((thrown: Error) => {
  console.error(`cannot read ${folder}: ${thrown.message}`);
  process.exit(2);
});

let passed = 0;
let failed = 0;
for (const file of files) {
  const outcome = await checkFile(folder, file);
  switch (outcome.kind) {
    case 'skipped':
      console.log(`${file}: skipped, no checker for this name`);
      break;
    case 'unreadable':
      console.log(`${file}: cannot be read: ${outcome.why}`);
      failed++;
      break;
    case 'checked':
      for (const { name, difference } of outcome.failures) console.log(`${file}: ${name}: ${difference}`);
      console.log(`${file}: ${outcome.passed} passed, ${outcome.failures.length} failed`);
      passed += outcome.passed;
      failed += outcome.failures.length;
      break;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
