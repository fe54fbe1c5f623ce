import { existsSync } from 'node:fs';

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
    /** What nobody opens takes no memory; a page is loaded when it is first asked for. */
    preloadEntriesOnStart: false,
    /** A way to another page that the server does not answer waits for it, where the browser would show its own error. */
    useOffline: true,
    optimizePackageImports: ['@mantine/core'],
    /** What the next build can use again. To write it takes a quarter of a build: many, CI and images build once. */
    turbopackFileSystemCacheForBuild: existsSync('.next/BUILD_ID') && process.env.CI !== 'true',
  },
  /** Nothing here shows pictures of others; without this, `/_next/image` reads and resizes them for anybody. */
  images: { unoptimized: true },
  /** `npm test` checks the types, once for everything. */
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  /** A page below a cluster of a hub is the page of the same path; `proxy.ts` says for which clusters. */
  rewrites: () => [
    {
      source: '/clusters/:cluster/:path*',
      has: [{ type: 'header', key: 'x-plumbline-cluster' }],
      destination: '/:path*',
    },
  ],
  reactStrictMode: true,
};

export default config;
