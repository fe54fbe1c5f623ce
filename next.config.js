/** @type {import('next').NextConfig} */
const config = {
  serverExternalPackages: [
    '@kubernetes/client-node',
    '@libsql/client',
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
    '@peculiar/x509',
    '@prisma/adapter-libsql',
    '@prisma/adapter-pg',
    '@prisma/client',
    'openid-client',
    'pino',
    'prom-client',
    'undici',
  ],
  experimental: { optimizePackageImports: ['@mantine/core', '@tabler/icons-react'] },
  /** `npm test` checks the types, once for everything. */
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  reactStrictMode: true,
};

export default config;
