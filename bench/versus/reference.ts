import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { makeCertificates } from '@/server/admission/serving/certificates';
import type { KubeClient } from '@/server/kube/client';
import { wallClock } from '@/server/lib/time/clock';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import { freePort } from '@/tests/support/free-port';
import { passesIn } from '../pod/running-pod';
import { cpuMsOf, mappedAgainBytes, mustRun, rssOf } from '../process-use';
import { type Contender, clientFor, unregister } from './contender';

const PARTS = ['recommender', 'updater', 'admission-controller'] as const;
type Part = (typeof PARTS)[number];

/** The name that it registers itself by. */
const REGISTERED_AS = 'vpa-webhook-config';
const ASK_EVERY_MS = 250;
const HOST = '127.0.0.1';

/** The program of a part in a folder, by its name or as the reference's own build names it. */
function programOf(folder: string, part: Part): string {
  const names = [part, `${part}-amd64`, `${part}-arm64`];
  const found = names.map((name) => path.resolve(folder, name)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`--binaries: ${folder} has none of ${names.join(', ')}`);
  return found;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

/** As it would itself, but in JSON: its clients write in a format of API servers that the embedded one does not take. */
async function register(client: KubeClient, port: number, caPem: string): Promise<void> {
  await unregister(client, REGISTERED_AS);
  const rules = [
    { apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['CREATE'] },
    {
      apiGroups: ['autoscaling.k8s.io'],
      apiVersions: ['*'],
      resources: ['verticalpodautoscalers'],
      operations: ['CREATE', 'UPDATE'],
    },
  ];
  const webhook = {
    name: 'vpa.k8s.io',
    admissionReviewVersions: ['v1'],
    rules,
    failurePolicy: 'Ignore',
    sideEffects: 'None',
    timeoutSeconds: 30,
    clientConfig: { url: `https://${HOST}:${port}`, caBundle: Buffer.from(caPem).toString('base64') },
  };
  await client.request('POST', pathOf(API_RESOURCES.mutatingWebhookConfigurations), {
    body: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: REGISTERED_AS },
      webhooks: [webhook],
    },
  });
}

/** @throws Error if the folder lacks one of the three programs */
export function mustHaveAll(folder: string): void {
  for (const part of PARTS) programOf(folder, part);
}

/**
 * Starts the three programs of the reference with their defaults; its webhook is registered for it, by URL.
 * @throws Error if one ends before it is ready
 */
export async function startReference(folder: string, kubeconfig: string): Promise<Contender> {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
  const client = clientFor(kubeconfig);
  const webhookPort = await freePort();
  const quietWebhookPort = await freePort();
  const { caPem, certPem, keyPem } = await makeCertificates([HOST], wallClock.now());
  const file = (name: string, text: string) => {
    const its = path.join(temporary, name);
    writeFileSync(its, text, { mode: 0o600 });
    return its;
  };
  const admits = (port: number) => [
    `--port=${port}`,
    `--client-ca-file=${file('ca.pem', caPem)}`,
    `--tls-cert-file=${file('cert.pem', certPem)}`,
    `--tls-private-key=${file('key.pem', keyPem)}`,
    '--register-webhook=false',
  ];
  const own: Record<Part, string[]> = {
    recommender: [],
    updater: [],
    'admission-controller': admits(webhookPort),
  };
  const ports = new Map<Part, number>();
  const begin = (part: Part, port: number, flags: readonly string[]) =>
    spawn(programOf(folder, part), [`--kubeconfig=${kubeconfig}`, `--address=${HOST}:${port}`, ...flags], {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, NAMESPACE: 'kube-system' },
    });
  const running: (readonly [Part, ChildProcess])[] = [];
  for (const part of PARTS) {
    const port = await freePort();
    ports.set(part, port);
    running.push([part, begin(part, port, own[part])]);
  }
  const mustAllRun = () => {
    for (const [part, child] of running) mustRun(`the reference's ${part}`, child);
  };
  const metrics = async () => {
    const answer = await fetch(`http://${HOST}:${ports.get('recommender')}/metrics`).catch(() => undefined);
    return answer?.text();
  };
  while (!(await isListening(webhookPort)) || (await metrics()) === undefined) {
    mustAllRun();
    await wallClock.sleep(ASK_EVERY_MS);
  }
  await register(client, webhookPort, caPem);
  let quiet: ChildProcess | undefined;
  return {
    name: 'reference',
    client,
    webhookPort,
    quietAdmission: async () => {
      quiet ??= begin('admission-controller', await freePort(), [...admits(quietWebhookPort), '--v=0']);
      while (!(await isListening(quietWebhookPort))) await wallClock.sleep(ASK_EVERY_MS);
      return quietWebhookPort;
    },
    agents: /^(recommender|updater|admission-controller)\b/,
    admissionBytes: () => {
      const [, admission] = running.find(([part]) => part === 'admission-controller') ?? [];
      return admission ? rssOf(admission) : Number.NaN;
    },
    reviewPath: async () => '/',
    rssBytes: () => {
      mustAllRun();
      return running.reduce((sum, [, child]) => sum + rssOf(child), 0);
    },
    mappedAgainBytes: () => {
      mustAllRun();
      return mappedAgainBytes(running.map(([, child]) => child));
    },
    cpuMs: () => {
      mustAllRun();
      return running.reduce((sum, [, child]) => sum + cpuMsOf(child), 0);
    },
    passes: async () => passesIn((await metrics()) ?? ''),
    stop: async () => {
      for (const child of [...running.map(([, each]) => each), ...(quiet ? [quiet] : [])]) {
        child.kill('SIGTERM');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      await unregister(client, REGISTERED_AS);
      await client.close();
      rmSync(temporary, { recursive: true, force: true });
    },
  };
}
