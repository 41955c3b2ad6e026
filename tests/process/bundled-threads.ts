import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isCurrent } from '../../apps/cli/bin/bundle-state.mjs'

const root = join(import.meta.dirname, '../../')
const bundle = join(root, 'apps/cli/dist')
const address = /new URL\(\s*'(\.[^']+)\.ts',\s*import\.meta\.url,?\s*\)/gu

/**
 * Threads come from the bundle while it is current, as with the programs that tests start: from the sources, a thread
 * loads hundreds of modules, each time. A plugin for Vite.
 */
export function bundledThreads() {
  const runsSources = Boolean(process.env.CONVENE_SOURCES) || !isCurrent(bundle, root)
  return {
    name: 'bundled-threads',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (runsSources || id.includes('node_modules') || !code.includes('import.meta.url')) return undefined
      const replaced = code.replaceAll(address, (whole, path: string) => {
        const file = join(bundle, `${basename(path)}.mjs`)
        return path.endsWith('-thread') && existsSync(file) ? `new URL('${pathToFileURL(file).href}')` : whole
      })
      return replaced === code ? undefined : { code: replaced, map: null }
    },
  }
}
