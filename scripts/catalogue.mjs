// Writes the model catalogue from the data files of a maintained package: `npm run catalogue -- [version or folder]`.
// The package is fetched only for this and never installed: it depends on every provider's own client.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowsFrom } from './catalogue/rows.mjs'

const SOURCE = '@earendil-works/pi-ai'
const target = new URL('../packages/models/src/catalogue/catalogue.json', import.meta.url)
const [wanted = 'latest'] = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'convene-catalogue-'))

try {
  const folder = isFolder(wanted) ? wanted : fetched(wanted)
  const data = (name) => read(join(folder, 'dist/providers/data', `${name}.json`))
  const { version } = read(join(folder, 'package.json'))
  const rows = rowsFrom(data)
  writeFileSync(
    target,
    text({ date: data('.manifest').generatedAt.slice(0, 10), source: `${SOURCE} ${version}` }, rows),
  )
  console.log(`${Object.keys(rows).length} models from ${SOURCE} ${version}`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function fetched(version) {
  const options = { cwd: scratch, encoding: 'utf8', shell: process.platform === 'win32' }
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', `${SOURCE}@${version}`], options))
  execFileSync('tar', ['-xzf', filename], { cwd: scratch })
  return join(scratch, 'package')
}

function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** One model per line, so a refresh shows what changed. */
function text(head, rows) {
  const lines = Object.entries(rows).map(([name, row]) => `    ${JSON.stringify(name)}: ${JSON.stringify(row)}`)
  const fields = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`)
  return `{\n${fields.join('\n')}\n  "models": {\n${lines.join(',\n')}\n  }\n}\n`
}
