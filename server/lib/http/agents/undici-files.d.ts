/** Files of undici, which has types only for the package as a whole. */
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export default Agent;
}
declare module 'undici/lib/dispatcher/proxy-agent.js' {
  import { ProxyAgent } from 'undici';
  export default ProxyAgent;
}
declare module 'undici/lib/dispatcher/dispatcher.js' {
  import { Dispatcher } from 'undici';
  export default Dispatcher;
}
declare module 'undici/lib/api/index.js' {
  import { connect, pipeline, request, stream, upgrade } from 'undici';

  const all: {
    request: typeof request;
    stream: typeof stream;
    pipeline: typeof pipeline;
    connect: typeof connect;
    upgrade: typeof upgrade;
  };
  export default all;
}
