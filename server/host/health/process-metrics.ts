import { collectDefaultMetrics, Registry } from 'prom-client';

/** Each look at how late the event loop is wakes an idle process; by default that is a hundred times a second. */
const LOOKS_EVERY_MS = 100;

let ofProcess: Registry | undefined;

/**
 * Adds the metrics of Node itself to `registry`. They cover the process and are created once, however many
 * runtimes follow one another.
 */
export function registerProcessMetrics(registry: Registry): void {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: LOOKS_EVERY_MS });
  }
  for (const { name } of ofProcess.getMetricsAsArray()) {
    const metric = ofProcess.getSingleMetric(name);
    if (metric) registry.registerMetric(metric);
  }
}
