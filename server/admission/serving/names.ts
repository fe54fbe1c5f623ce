/** Name of the lease that tells the updater admission works; the reference's. */
export const ADMISSION_LEASE_NAME = 'vpa-admission-controller';

/** Name of the Secret that replicas share their certificates in. */
export const CERTIFICATE_SECRET_NAME = 'plumbline-webhook-certificates';
