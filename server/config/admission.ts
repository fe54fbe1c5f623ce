import { durationMs, flag, list, port, positive, setting, text } from './setting';

export const ADMISSION_SETTINGS = {
  systemNamespace: setting(
    'SYSTEM_NAMESPACE',
    'kube-system',
    text,
    'Namespace of what the autoscaler keeps for itself: leases, stops and the certificates of the webhook.',
  ),
  admissionHost: setting(
    'ADMISSION_HOST',
    '127.0.0.1',
    text,
    'Address the admission webhook listens on; 0.0.0.0 in a pod.',
  ),
  admissionPort: setting(
    'ADMISSION_PORT',
    '0',
    port,
    'Port the admission webhook listens on; 0 picks a free one, which suits only a webhook named by URL.',
  ),
  admissionServiceName: setting(
    'ADMISSION_SERVICE_NAME',
    '',
    text,
    'Service through which the API server reaches the webhook; empty means by URL.',
  ),
  admissionServiceNamespace: setting(
    'ADMISSION_SERVICE_NAMESPACE',
    'plumbline',
    text,
    'Namespace of that service.',
  ),
  admissionServicePort: setting('ADMISSION_SERVICE_PORT', '443', port, 'Port of that service.'),
  admissionUrl: setting(
    'ADMISSION_URL',
    '',
    text,
    'URL at which the API server reaches the webhook; empty means the listener itself where the API server is on loopback.',
  ),
  admissionRegister: setting(
    'ADMISSION_REGISTER',
    'true',
    flag,
    'Keep the MutatingWebhookConfiguration right; false when something else does, which is then only checked.',
  ),
  admissionWebhookName: setting(
    'ADMISSION_WEBHOOK_NAME',
    'plumbline',
    text,
    'Name of the MutatingWebhookConfiguration.',
  ),
  admissionWebhookLabels: setting(
    'ADMISSION_WEBHOOK_LABELS',
    '',
    list,
    'Labels of the MutatingWebhookConfiguration, as key=value,key=value.',
  ),
  admissionNamespaceSelector: setting(
    'ADMISSION_NAMESPACE_SELECTOR',
    '',
    text,
    'Label selector of the namespaces whose pods are reviewed; empty means all that are not ignored.',
  ),
  admissionObjectSelector: setting(
    'ADMISSION_OBJECT_SELECTOR',
    '',
    text,
    'Label selector of the pods that are reviewed; empty means all.',
  ),
  admissionTimeoutMs: setting(
    'ADMISSION_TIMEOUT',
    '5s',
    durationMs,
    'How long the API server waits for an answer before it goes on without one.',
  ),
  admissionMaxConcurrent: setting(
    'ADMISSION_MAX_CONCURRENT',
    '512',
    positive,
    'Reviews in hand at once; beyond that the API server is told at once to go on without.',
  ),
  admissionCertFile: setting(
    'ADMISSION_CERT_FILE',
    '',
    text,
    'PEM file of the serving certificate, such as cert-manager mounts; empty means own certificates.',
  ),
  admissionKeyFile: setting('ADMISSION_KEY_FILE', '', text, 'PEM file of its private key.'),
  admissionCaFile: setting('ADMISSION_CA_FILE', '', text, 'PEM file of the authority that signed it.'),
  admissionRecommenderUrl: setting(
    'ADMISSION_RECOMMENDER_URL',
    '',
    text,
    'Address of a process with the recommender role to ask for the newest recommendation; that process must have its name among PLUMBLINE_ALLOWED_HOSTS. Empty means none.',
  ),
  admissionRecommenderBudgetMs: setting(
    'ADMISSION_RECOMMENDER_BUDGET',
    '200ms',
    durationMs,
    'Longest wait for that answer; after it the recommendation in the VPA is used.',
  ),
  maxAllowedCpuBoost: setting(
    'MAX_ALLOWED_CPU_BOOST',
    '',
    text,
    'Most CPU a startup boost may ask for; a quantity, empty for no bound.',
  ),
} as const;
