/** The oldest Node with the SQLite version the log needs. */
const OLDEST = 24

type Runtime = { readonly version: string; hasSqlite(): boolean }

/** Where the program runs: in the editor's process if its Node is new enough, otherwise in a separate one. */
export const placeFor = ({ version, hasSqlite }: Runtime): 'here' | 'child' =>
  majorOf(version) >= OLDEST && hasSqlite() ? 'here' : 'child'

/** `v26.10.0` → 26; nonsense → 0. */
export const majorOf = (version: string): number => Number(/^v?(\d+)\./u.exec(version)?.[1] ?? 0)

type Search = {
  /** The Node path from the settings. */
  readonly named: string
  readonly path: string
  readonly delimiter: string
  readonly executable: string
  /** The version a program prints, or undefined if it is not Node. */
  versionOf(program: string): string | undefined
}

/** A recent enough Node, or why there is none and what to do. */
export function findNode({
  named,
  path,
  delimiter,
  executable,
  versionOf,
}: Search): { readonly node: string } | { readonly why: string } {
  const isNewEnough = (program: string) => majorOf(versionOf(program) ?? '') >= OLDEST
  if (named !== '') {
    if (isNewEnough(named)) return { node: named }
    return { why: `convene.nodePath: "${named}" is not Node.js ${OLDEST} or newer.` }
  }
  const found = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => `${folder}/${executable}`)
    .find(isNewEnough)
  if (found !== undefined) return { node: found }
  return {
    why: `This editor's Node.js is too old for Convene, and there is no Node.js ${OLDEST} or newer in the PATH. Install one, or set convene.nodePath.`,
  }
}
