import type { ResolveFnOutput, ResolveHookSync } from 'node:module'

/**
 * Finds the modules of the program in its own tree without asking the disk for each: hundreds of small files are loaded
 * at every start. A relative path is taken as it is written, and a package that was found once for a workspace is not
 * looked for again. Everything else is found as Node finds it.
 */
export function quickResolution(root: string): ResolveHookSync {
  const known = new Map<string, ResolveFnOutput>()
  return (specifier, context, next) => {
    const { parentURL: parent = '', conditions } = context
    if (!parent.startsWith(root) || conditions.includes('require')) return next(specifier, context)
    if (specifier.startsWith('.')) return besides(specifier, parent) ?? next(specifier, context)
    const key = `${workspaceOf(parent.slice(root.length))} ${specifier}`
    const found = known.get(key) ?? { ...next(specifier, context), shortCircuit: true }
    known.set(key, found)
    return found
  }
}

/** TypeScript lies only in our own packages, which are all of ES modules; of other files Node looks the format up. */
function besides(specifier: string, parent: string): ResolveFnOutput | undefined {
  const url = () => new URL(specifier, parent).href
  if (specifier.endsWith('.ts')) return { url: url(), format: 'module-typescript', shortCircuit: true }
  return specifier.endsWith('.js') ? { url: url(), shortCircuit: true } : undefined
}

/** Files that would find the same package under the same name: those of `packages/domain`, or those of one folder. */
function workspaceOf(path: string): string {
  const isInstalled = path.includes('node_modules/')
  return isInstalled ? path.slice(0, path.lastIndexOf('/')) : path.split('/', 2).join('/')
}
