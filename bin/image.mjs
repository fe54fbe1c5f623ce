/** `npm run image -- BASE@sha256:DIGEST IMAGE:TAG` builds the image of a release, pushes it, and says how to install it by its digest. */
import { spawnSync } from 'node:child_process';
import { root } from './root.mjs';

const USAGE = `usage: npm run image -- BASE@sha256:DIGEST IMAGE:TAG
for example: npm run image -- node:22-slim@sha256:0123… registry.example.com/plumbline:0.2.0`;
const BY_DIGEST = /^[^@\s]+@sha256:[0-9a-f]{64}$/;
const BY_TAG = /^[^@\s]+:[\w.-]+$/;

const [base = '', image = ''] = process.argv.slice(2);
if (!BY_DIGEST.test(base))
  refuse(
    `"${base}" does not name a base by its digest, which alone cannot be moved: docker buildx imagetools inspect node:22-slim prints it.`,
  );
if (!BY_TAG.test(image)) refuse(`"${image}" does not name an image with its tag.`);

run('docker', 'build', '--pull', '--build-arg', `NODE_IMAGE=${base}`, '-t', image, root);
run('docker', 'push', image);
const name = image.slice(0, image.lastIndexOf(':'));
const pushed = run('docker', 'inspect', '--format', '{{range .RepoDigests}}{{println .}}{{end}}', image)
  .split('\n')
  .find((one) => one.startsWith(`${name}@`) && BY_DIGEST.test(one));
if (!pushed) refuse(`docker does not say by which digest ${image} was pushed.`);
const digest = pushed.slice(name.length + 1);
console.log(`kubectl, in your kustomization:
  images:
    - name: plumbline
      newName: ${name}
      digest: ${digest}
Helm: --set image.repository=${name} --set image.tag=${image.slice(name.length + 1)}@${digest}`);

/** What the command prints on its standard output; ends this process if it fails. */
function run(command, ...args) {
  const { status, error, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error || status !== 0) refuse(`${command} ${args[0]} failed${error ? `: ${error.message}` : ''}.`);
  return stdout;
}

/** @returns {never} */
function refuse(why) {
  console.error(`${why}\n${USAGE}`);
  process.exit(2);
}
