import * as z from 'zod';
import { headers, httpAddress, numeric, secret, setting } from './setting';

export const TRACING_SETTINGS = {
  otlpEndpoint: setting(
    'OTLP_ENDPOINT',
    '',
    httpAddress,
    'Where spans go: the base address of an OpenTelemetry receiver for OTLP over HTTP, such as http://otel-collector:4318; /v1/traces is appended. Empty means nowhere.',
  ),
  otlpHeaders: secret(
    'OTLP_HEADERS',
    '',
    headers,
    'Headers sent along, such as Authorization: Bearer TOKEN, separated by commas.',
  ),
  otlpReviewShare: setting(
    'OTLP_REVIEW_SHARE',
    '0.01',
    numeric(z.number().gte(0).lte(1)),
    'Share of admission reviews that become spans; passes, actions and changes all do.',
  ),
} as const;
