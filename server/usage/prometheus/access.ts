/** The server's address and credentials. Empty texts are not set. */
export interface PrometheusAccess {
  /** May have a path, as Mimir's `/prometheus`. */
  prometheusAddress: string;
  prometheusUsername: string;
  prometheusPassword: string;
  prometheusBearerToken: string;
  prometheusBearerTokenFile: string;
  /** The words of a command that prints a token; empty for none. */
  prometheusTokenCommand: readonly string[];
  /** Whose managed store it is, for credentials of its own kind. */
  prometheusCloud: '' | 'aws' | 'google' | 'azure';
  prometheusAwsRegion: string;
  prometheusCaFile: string;
  prometheusCertFile: string;
  prometheusKeyFile: string;
  prometheusInsecure: boolean;
  /** Sent with every request, by name. */
  prometheusHeaders: Readonly<Record<string, string>>;
  prometheusQueryTimeoutMs: number;
}
