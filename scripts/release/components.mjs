// All third-party code in a release: what the packages and apps depend on, and what is compiled into the page.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The installed packages, sorted, each with its licence and dependencies. The page's libraries are development
 * dependencies, because nobody installs them. All of these count, which saves maintaining a list.
 */
export function componentsOf(root) {
  const found = new Map()
  const visit = (name, from, isOptional) => {
    const folder = folderOf(name, from, root)
    if (!folder && isOptional) return undefined
    if (!folder) throw new Error(`${name} is not installed: run npm ci first.`)
    const { version, license, dependencies = {}, optionalDependencies = {} } = manifestIn(folder)
    const ref = `${name}@${version}`
    if (found.has(ref)) return ref
    const needs = []
    found.set(ref, { ref, name, version, license: nameOf(license), text: textIn(folder), needs })
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const needed = visit(other, folder, other in optionalDependencies)
      if (needed) needs.push(needed)
    }
    return ref
  }
  for (const [name, from, isOptional] of wantedIn(root)) visit(name, from, isOptional)
  return [...found.values()].sort((one, other) => (one.ref < other.ref ? -1 : 1))
}

function wantedIn(root) {
  const workspaces = globSync('{apps,packages}/*/package.json', { cwd: root }).map((file) => join(root, dirname(file)))
  const wanted = workspaces.flatMap((folder) => {
    const { dependencies = {}, devDependencies = {} } = manifestIn(folder)
    const compiledIn = folder.endsWith('web') ? devDependencies : {}
    return Object.keys({ ...dependencies, ...compiledIn }).map((name) => [name, folder, false])
  })
  const nodes = Object.keys(manifestIn(root).optionalDependencies).map((name) => [name, root, true])
  return [...wanted, ...nodes].filter(([name]) => !name.startsWith('@convene/'))
}

/** Where Node would find it: next to the package that imports it, then further up. */
function folderOf(name, from, root) {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
    if (at === root || at === dirname(at)) return undefined
  }
}

const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const nameOf = (license) => (typeof license === 'string' ? license : (license?.type ?? 'unknown'))

function textIn(folder) {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/iu.test(name))
  return files
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')
}
