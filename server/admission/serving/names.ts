/** Name of the Secret that replicas share their certificates in. */
export const CERTIFICATE_SECRET_NAME = 'plumbline-webhook-certificates';
/** The path the API server posts reviews to, or the beginning of it. */
export const REVIEW_PATH = '/mutate';
