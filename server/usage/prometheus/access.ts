/** The server's address and credentials. Empty texts are not set. */
export interface PrometheusAccess {
  /** May have a path, as Mimir's `/prometheus`. */
  prometheusAddress: string;
  prometheusUsername: string;
  prometheusPassword: string;
  prometheusBearerToken: string;
  prometheusBearerTokenFile: string;
  prometheusCaFile: string;
  prometheusCertFile: string;
  prometheusKeyFile: string;
  prometheusInsecure: boolean;
  /** Sent with every request, by name. */
  prometheusHeaders: Readonly<Record<string, string>>;
  prometheusQueryTimeoutMs: number;
}
