/** Where lists were until 0.2.0, and where they are; the page of a rule moved with its list. */
const FORMER_ADDRESSES = [
  ['/plan', '/changes'],
  ['/approvals', '/changes/approvals'],
  ['/audit', '/changes/audit'],
  ['/costs', '/savings'],
  ['/nodes', '/savings/nodes'],
  ['/policies', '/rules'],
  ['/policies/:name', '/rules/:name'],
  ['/try', '/replay/try'],
  ['/telling', '/settings/messages'],
  ['/diagnostics', '/settings'],
  ['/scenarios', '/settings/scenarios'],
  ['/namespaces', '/workloads/namespaces'],
  ['/hpas', '/workloads/hpas'],
  ['/problems', '/'],
];

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
  experimental: {
    optimizePackageImports: ['@mantine/core', '@tabler/icons-react'],
    /** What the next build can use again. To write it takes a quarter of a build: CI and images build once. */
    turbopackFileSystemCacheForBuild: process.env.CI !== 'true',
    /** As much as any handler takes; the process refuses more by its head, before it comes here. */
    proxyClientMaxBodySize: '5mb',
  },
  /** Nothing here shows pictures of others; without this, `/_next/image` reads and resizes them for anybody. */
  images: { unoptimized: true },
  /** `npm test` checks the types, once for everything. */
  typescript: { ignoreBuildErrors: true },
  redirects: async () => [
    {
      source: '/problems',
      has: [{ type: 'query', key: 'namespace', value: '(?<namespace>[a-z0-9-]+)' }],
      destination: '/namespaces/:namespace',
      permanent: false,
    },
    ...FORMER_ADDRESSES.map(([source, destination]) => ({ source, destination, permanent: false })),
  ],
  poweredByHeader: false,
  reactStrictMode: true,
};

export default config;
