/** Name of the Secret that replicas share their certificates in. */
export const CERTIFICATE_SECRET_NAME = 'plumbline-webhook-certificates';
