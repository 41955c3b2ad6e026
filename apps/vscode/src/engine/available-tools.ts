/** The tools agents can have here. */
type Means = { readonly ripgrep: string | undefined; readonly trusted: boolean }

const searching = ['grep', 'glob']
/** Left out in an untrusted workspace: its files could make an agent send data somewhere. */
const reaching = ['webfetch', 'websearch', 'crawl']

/** The tools available in the editor. In an untrusted workspace, only those that read it. */
export const isAvailable =
  ({ ripgrep, trusted }: Means) =>
  ({ name, readOnly }: { readonly name: string; readonly readOnly: boolean }): boolean => {
    if (searching.includes(name) && ripgrep === undefined) return false
    return trusted || (readOnly && !reaching.includes(name))
  }
