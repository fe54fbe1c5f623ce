import type { Agent as AgentType, ProxyAgent as ProxyAgentType } from 'undici';
import requests from 'undici/lib/api/index.js';
import AgentAlone from 'undici/lib/dispatcher/agent.js';
import DispatcherAlone from 'undici/lib/dispatcher/dispatcher.js';
import ProxyAgentAlone from 'undici/lib/dispatcher/proxy-agent.js';

export type { Dispatcher } from 'undici';

/** As the package's index does it. */
Object.assign(DispatcherAlone.prototype, requests);

/**
 * The agents of undici, taken from their own files: the package's index also loads fetch, caches, mocks and web
 * sockets, some 9 MB in each process.
 */
export const Agent: typeof AgentType = AgentAlone;
export type Agent = AgentType;
export const ProxyAgent: typeof ProxyAgentType = ProxyAgentAlone;
