/** The requested form of an answer. */
type Form = 'object' | 'table' | 'metadata';

export interface WantedFormat {
  form: Form;
  yaml: boolean;
  /** The media type of the answer, including parameters. */
  contentType: string;
}

/** The form in the Accept header that this server supports; undefined if none. */
export function negotiate(accept: string | undefined): WantedFormat | undefined {
  if (!accept) return json();
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const as = parameters.find((each) => each.startsWith('as='))?.slice(3);
    if (type === 'application/json' || type === '*/*' || type === 'application/*') {
      if (as === undefined) return json();
      if (as === 'Table') return { form: 'table', yaml: false, contentType: 'application/json' };
      if (as.startsWith('PartialObjectMetadata'))
        return { form: 'metadata', yaml: false, contentType: 'application/json' };
    }
    if (type === 'application/yaml' && as === undefined) {
      return { form: 'object', yaml: true, contentType: 'application/yaml' };
    }
  }
  return undefined;
}

function json(): WantedFormat {
  return { form: 'object', yaml: false, contentType: 'application/json' };
}
