import { bareName } from './imports.ts'
import { configures, decidesTests } from './test-files.ts'

/** What the files of a tree load, by their names without an ending, and which of them use a test runner themselves. */
export type Loads = { readonly imports: ReadonlyMap<string, readonly string[]>; readonly runners: ReadonlySet<string> }

/** Folders whose programs are what is tested, also by running them. */
const PRODUCT =
  /(?:^|\/)(?:src|lib|libs?|app|apps|source|cmd|internal|pkg|packages|bin|dist|build|server|client|main)(?:\/|$)/iu

/**
 * The parts of a check that it loads, as names without an ending: whatever the configuration of a runner loads, what a
 * test loads and that asserts by itself, and the other files in the folder of a program that checks. Code that is tested
 * is none of it.
 */
export function loadedMeans(isStarted: (path: string) => boolean, { imports, runners }: Loads): ReadonlySet<string> {
  const found = new Set<string>()
  const byName = namesOf(imports)
  const due: { readonly path: string; readonly mayLoad: (name: string) => boolean }[] = []
  for (const path of imports.keys()) {
    const mayLoad = loading(path, isStarted, (name) => (byName.get(name) ?? []).some((one) => runners.has(one)))
    if (mayLoad) due.push({ path, mayLoad })
  }
  for (let at = 0; at < due.length; at += 1) {
    const { path, mayLoad } = due[at] as (typeof due)[number]
    for (const name of imports.get(path) ?? []) {
      if (found.has(name) || !mayLoad(name)) continue
      found.add(name)
      for (const next of byName.get(name) ?? []) due.push({ path: next, mayLoad })
    }
  }
  return found
}

function namesOf(imports: Loads['imports']): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>()
  for (const path of imports.keys()) names.set(bareName(path), [...(names.get(bareName(path)) ?? []), path])
  return names
}

/** What of the files that this one loads belongs to the check. Undefined if it does not check anything. */
function loading(
  path: string,
  isStarted: (path: string) => boolean,
  isAsserting: (name: string) => boolean,
): ((name: string) => boolean) | undefined {
  if (configures(path)) return () => true
  if (decidesTests(path)) return isAsserting
  if (!isStarted(path)) return undefined
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const isOwn = folder !== '' && !PRODUCT.test(folder)
  return (name) => isAsserting(name) || (isOwn && name.startsWith(folder))
}
