/** A request as it is about to be sent. */
export interface RequestToSign {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Lets requests into a managed store, by credentials that change while a process runs. */
export interface SignIn {
  /** The headers to send with a request. Rejects with what people can mend. */
  headersFor(request: RequestToSign): Promise<Record<string, string>>;
}
