// A stranger finds the place of a change in the README's layout, which lists every package, and then in the package's
// README: a table with one line per folder of `src`. Fails if a folder has no line, a line has no text, or a line names
// a folder that is gone. A package's README may be in `src` itself, for an extension whose own README is its page in a
// marketplace.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))
/** Folders with code: git leaves empty ones behind when a branch that has moved their files is checked out. */
const folders = globSync('{packages,apps}/*/src/*/**/*.{ts,tsx,mjs}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/').split('/'))
  .map(([kind, name, , folder]) => ({ home: `${kind}/${name}`, folder }))
const homes = Map.groupBy(folders, ({ home }) => home)

const problems = [...homes].flatMap(([home, found]) =>
  differences(home, listedIn(home), new Set(found.map(({ folder }) => folder))),
)
const layout = layoutIn('README.md')
for (const [kind, listed] of layout) problems.push(...differences('README.md', listed, partsIn(kind)))
for (const problem of problems.sort()) console.log(problem)
if (problems.length > 0)
  console.log(
    'List each folder of src in the README, in the table "| folder | contents |", each package in the layout.',
  )
console.log(`${homes.size} packages, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0

function differences(file, listed, present) {
  return [
    ...[...present].filter((folder) => !listed.get(folder)).map((folder) => `${file}: \`${folder}\` is not listed`),
    ...[...listed.keys()].filter((folder) => !present.has(folder)).map((folder) => `${file}: \`${folder}\` is gone`),
  ]
}

/** The packages and apps in the layout of the README: under `packages/`, each with what it is. */
function layoutIn(file) {
  const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
  return ['packages', 'apps'].flatMap((kind) => {
    const [, rows] = new RegExp(`^${kind}/\\n((?:  .*\\n)*)`, 'mu').exec(text) ?? []
    if (rows === undefined) return []
    return [[kind, new Map([...rows.matchAll(/^ {2}([\w-]+)\/(.*)$/gmu)].map(([, name, what]) => [name, what.trim()]))]]
  })
}

function partsIn(kind) {
  const manifests = globSync(`${kind}/*/package.json`, { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  return new Set(manifests.map((path) => path.split('/')[1]))
}

/** The folders in the tables of a README, each with what it contains. */
function listedIn(home) {
  const text = ['README.md', 'src/README.md']
    .map((file) => join(root, home, file))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const tables = [...text.matchAll(/^\| folder \| contents \|\n\|[-| ]+\|\n((?:\|.*\n?)*)/gmu)].map(([, rows]) => rows)
  const rows = tables.join('\n').matchAll(/^\| `([^`]+)` \|(.*)\|$/gmu)
  return new Map([...rows].map(([, folder, contents]) => [folder, contents.trim()]))
}
