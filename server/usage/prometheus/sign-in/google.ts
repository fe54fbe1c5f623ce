import { GoogleAuth } from 'google-auth-library';
import type { SignIn } from './sign-in';

/** The right to read what Google Cloud Managed Service for Prometheus keeps. */
const SCOPE = 'https://www.googleapis.com/auth/monitoring.read';

/**
 * Tokens of Google's application default credentials: a file named by the environment, `gcloud auth
 * application-default login`, or the metadata server of a pod or node (Workload Identity).
 */
export function googleSignIn(): SignIn {
  const auth = new GoogleAuth({ scopes: [SCOPE] });
  return {
    async headersFor() {
      const token = await auth.getAccessToken();
      if (!token) throw new Error('Google Cloud gives no token');
      return { authorization: `Bearer ${token}` };
    },
  };
}
