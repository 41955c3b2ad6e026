/** What agents can have here. */
type Means = { readonly ripgrep: string | undefined; readonly trusted: boolean }

/** They need a compiler, or the grammars of many languages, which are too large to come along. */
const compiling = ['diagnostics', 'edge_cases', 'test_skeleton', 'outline']
const searching = ['grep', 'glob']
/** Whoever wrote the files of an untrusted workspace could have an agent send them somewhere. */
const reaching = ['webfetch', 'websearch', 'crawl']

/** Which tools there are in the editor: those that work here, and in an untrusted workspace only those that read it. */
export const isThere =
  ({ ripgrep, trusted }: Means) =>
  ({ name, readOnly }: { readonly name: string; readonly readOnly: boolean }): boolean => {
    if (compiling.includes(name)) return false
    if (searching.includes(name) && ripgrep === undefined) return false
    return trusted || (readOnly && !reaching.includes(name))
  }
