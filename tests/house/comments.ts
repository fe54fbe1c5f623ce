/** Words that say nothing of what is declared. */
const SMALL = new Set(
  'the and for are was has had its one all any but who why how can may out now does did get gets what whether which when where with that this have from there they their some such these those about given says said tells told does made make other here only them been were would should must under over into then than also each than whose while'.split(
    ' ',
  ),
);

/** Beyond a name, these say how it is to be read: a unit, a case, a source. */
const SAYS_MORE =
  /[`\d;:@]|[uU]ndefined|absent|empty|\bif\b|unless|until|without|except|Unix|bytes|seconds|settings|\bnot\b/;

/** `useResumeEffect(scope)` → use, resume, effect, scope; compared by their first four letters, so that forms are alike. */
function rootsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter((word) => word.length > 2)
    .map((word) => word.toLowerCase())
    .filter((word) => !SMALL.has(word))
    .map((word) => word.slice(0, 4));
}

/** What a comment begins with that would be no more than a question about the name. */
const ASKS = /^(What|Whether|How|Who)\b/;

/**
 * The one-line doc comments of a file whose words all stand in what they are on. One word alone may be what a reader
 * needs, such as the kind of a case, unless the comment only asks.
 */
export function commentsThatRestate(text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, said] = /^\s*\/\*\* (.*) \*\/$/.exec(line) ?? [];
    const declared = lines[at + 1];
    if (said === undefined || declared === undefined || SAYS_MORE.test(said)) return [];
    const roots = rootsOf(said);
    const known = new Set(rootsOf(declared));
    const least = ASKS.test(said) ? 1 : 2;
    return roots.length >= least && roots.every((root) => known.has(root))
      ? [`${said} | ${declared.trim()}`]
      : [];
  });
}
