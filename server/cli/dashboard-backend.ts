import { unescape as decoded } from 'node:querystring';
import { apiIn } from '../contract/cluster-pages';
import type { ClusterRulesView } from '../contract/cluster-rules';
import type { ClusterOrdersView, ClusterRow, ClustersView } from '../contract/clusters';
import type { CostsView } from '../contract/costs';
import type { InboxView } from '../contract/inbox';
import type { ResumeView, StopsView } from '../contract/operations';
import type { ExportView } from '../contract/patches';
import type { PlanView } from '../contract/plan';
import type { PodReport, VpaReport, VpasView } from '../contract/reports';
import { chosenClusters } from '../contract/requests/chosen-clusters';
import type { StopScope } from '../decide/pods/stop';
import { type ErrorBody, errorText } from '../lib/report/errors';
import { wallClock } from '../lib/time/clock';
import { deadline } from '../lib/time/deadline';
import { patchQuery } from '../pages/patches/query';
import type { AuditView } from '../store/audit/views';
import type { Backend, HistoryRow, PlanReport, Where } from './backend';
import { CommandFailure, commandFailure } from './failure';
import { historyRow } from './history-row';

const PATIENCE_MS = 30_000;
/** The API answers at most this many records at a time. */
const MOST_RECORDS = 500;
/** Of a list: several times what the largest cluster has. */
const MOST_PAGES = 2_000;

type Query = Readonly<Record<string, string | number | undefined>>;

/** Answers from the API of a dashboard. */
export class DashboardBackend implements Backend {
  readonly usualNamespace = undefined;

  private readonly server: URL;
  private readonly headers: Headers;

  /**
   * A name and password in the address are sent as a header; no message repeats them.
   * @param cluster the cluster of a hub that is asked through it; the process itself, if absent
   */
  constructor(
    address: string,
    headers: Readonly<Record<string, string>>,
    private readonly cluster?: string,
  ) {
    const { username, password } = new URL(address);
    this.server = new URL(address.endsWith('/') ? address : `${address}/`);
    this.server.username = '';
    this.server.password = '';
    this.headers = new Headers({ accept: 'application/json', 'content-type': 'application/json' });
    const pair = Buffer.from(`${decoded(username)}:${decoded(password)}`);
    if (pair.length > 1) this.headers.set('authorization', `Basic ${pair.toString('base64')}`);
    for (const [name, value] of Object.entries(headers)) this.headers.set(name, value);
  }

  async vpas({ namespace }: Where): Promise<VpaReport[]> {
    const { rows } = await this.all<VpasView>('api/vpas', { namespace });
    return rows;
  }

  inbox({ namespace }: Where): Promise<InboxView> {
    return this.get('api/inbox', { namespace });
  }

  pod(namespace: string, name: string): Promise<PodReport> {
    return this.get(`api/pods/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`);
  }

  async plan({ namespace, vpa }: Where & { vpa?: string | undefined }): Promise<PlanReport> {
    const query = { namespace, vpa, sort: 'namespace' };
    const { atMs, updater, lease, rows } = await this.all<PlanView>('api/plan', query);
    return { atMs, updater, lease, rows };
  }

  /** What workloads cost, all of them: what could be freed the most first. */
  async costs({ namespace }: Where): Promise<Pick<CostsView, 'rows' | 'totals' | 'currency' | 'usedMs'>> {
    const { rows, totals, currency, usedMs } = await this.all<CostsView>('api/costs', { namespace });
    return {
      rows,
      totals,
      ...(currency !== undefined && { currency }),
      ...(usedMs !== undefined && { usedMs }),
    };
  }

  patches(where: Where & { vpa?: string | undefined }): Promise<ExportView> {
    return this.get('api/export', patchQuery(where));
  }

  async history({
    namespace,
    vpa,
    limit,
  }: Where & { vpa?: string | undefined; limit: number }): Promise<HistoryRow[]> {
    const rows: HistoryRow[] = [];
    let after: string | undefined;
    do {
      const left = Math.min(limit - rows.length, MOST_RECORDS);
      const view: AuditView = await this.get('api/audit', { namespace, vpa, limit: left, after });
      rows.push(...view.entries.map(historyRow));
      after = view.nextAfter;
    } while (after !== undefined && rows.length < limit);
    return rows;
  }

  stops(): Promise<StopsView> {
    return this.get('api/stop');
  }

  stop(scope: StopScope, reason: string | undefined): Promise<StopsView> {
    return this.ask('POST', 'api/stop', {}, { scope, reason });
  }

  resumeEffect(scope: StopScope): Promise<ResumeView> {
    return this.get('api/stop/resume', { ...scope });
  }

  resume(scope: StopScope): Promise<StopsView> {
    return this.ask('DELETE', 'api/stop', {}, { scope });
  }

  /** The clusters of a hub that `text` chooses: `all`, names, or a label. */
  async clusters(text: string): Promise<readonly ClusterRow[]> {
    const { rows } = await this.get<ClustersView>('api/clusters');
    return chosenClusters(rows, text);
  }

  /** One page of the rules of the clusters of a hub, or of those with a label. */
  rules({ label, page }: { label: string | undefined; page: number }): Promise<ClusterRulesView> {
    return this.get('api/clusters/rules', { label, page });
  }

  /** Has clusters of a hub stop, or resume. */
  orderClusters(
    deed: 'stop' | 'resume',
    asked: { clusters: string; scope: StopScope; reason?: string | undefined },
  ): Promise<ClusterOrdersView> {
    return this.ask(deed === 'stop' ? 'POST' : 'DELETE', 'api/clusters/stop', {}, asked);
  }

  async close(): Promise<void> {}

  /** The last page of a list, with the rows of all. @throws CommandFailure for one that has no end */
  private async all<View extends { rows: unknown[]; pages: number }>(
    path: string,
    query: Query,
  ): Promise<View> {
    const rows: View['rows'] = [];
    for (let page = 1; page <= MOST_PAGES; page++) {
      const view = await this.get<View>(path, { ...query, page });
      rows.push(...view.rows);
      if (page >= view.pages) return { ...view, rows };
    }
    throw new CommandFailure(
      'failed',
      `${this.server.origin} answers a list of more than ${MOST_PAGES} pages`,
      'Choose a namespace with -n.',
    );
  }

  private get<T>(path: string, query: Query = {}): Promise<T> {
    return this.ask('GET', path, query);
  }

  private async ask<T>(method: string, path: string, query: Query, body?: unknown): Promise<T> {
    const url = new URL(apiIn(this.cluster, `/${path}`).slice(1), this.server);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const { status, text } = await this.send(url, method, body);
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch {
      throw new CommandFailure(
        'no-answer',
        `${url.origin} answers ${status} with something other than JSON`,
        'Check that --server is the address of a Plumbline dashboard; behind a login, pass --header.',
      );
    }
    if (status < 400) return answer as T;
    if (isErrorBody(answer)) throw commandFailure(answer.code, answer.message);
    throw new CommandFailure('failed', `${url.origin} answers ${status}`, 'Check the address in --server.');
  }

  private async send(url: URL, method: string, body: unknown): Promise<{ status: number; text: string }> {
    const patience = deadline(
      wallClock,
      PATIENCE_MS,
      undefined,
      new Error(`nothing within ${PATIENCE_MS / 1000} s`),
    );
    try {
      const response = await fetch(url, {
        method,
        headers: this.headers,
        redirect: 'manual',
        signal: patience.signal,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      const cause = error instanceof Error && error.cause ? error.cause : error;
      throw new CommandFailure(
        'no-answer',
        `The dashboard at ${url.origin} does not answer: ${errorText(cause)}`,
        'Check --server or PLUMBLINE_SERVER, or leave both out to ask the cluster itself.',
      );
    } finally {
      patience.end();
    }
  }
}

function isErrorBody(answer: unknown): answer is ErrorBody {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'message' in answer;
}
