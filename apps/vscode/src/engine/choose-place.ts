/** The oldest Node whose SQLite is what the log needs. */
const OLDEST = 24

type Runtime = { readonly version: string; hasSqlite(): boolean }

/** Where the program runs: in the editor's own process where that is new enough, else in one of its own. */
export const placeFor = ({ version, hasSqlite }: Runtime): 'here' | 'child' =>
  majorOf(version) >= OLDEST && hasSqlite() ? 'here' : 'child'

/** `v26.10.0` → 26; nonsense → 0. */
export const majorOf = (version: string): number => Number(/^v?(\d+)\./u.exec(version)?.[1] ?? 0)

type Search = {
  /** What the settings name. */
  readonly named: string
  readonly path: string
  readonly delimiter: string
  readonly executable: string
  /** The version that a program prints, or undefined where it is none. */
  versionOf(program: string): string | undefined
}

/** A Node that is new enough, or why there is none and what to do. */
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
    return { why: `convene.nodePath: "${named}" is no Node.js of version ${OLDEST} or newer.` }
  }
  const found = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => `${folder}/${executable}`)
    .find(isNewEnough)
  if (found !== undefined) return { node: found }
  return {
    why: `This editor's Node.js is too old for Convene, and none of version ${OLDEST} or newer is in the PATH. Install one, or name it in the setting convene.nodePath.`,
  }
}
