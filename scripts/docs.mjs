// Generates documents from the code: `npm run docs`. With `--check`, lists outdated documents and exits with code 1
// instead of writing them.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { agents } from './docs/agents.mjs'
import { architecture } from './docs/architecture.mjs'
import { commandLine } from './docs/command-line.mjs'
import { decisions } from './docs/decisions.mjs'
import { events } from './docs/events.mjs'
import { models } from './docs/models.mjs'
import { settings } from './docs/settings.mjs'
import { stateMachines } from './docs/state-machines.mjs'

const documents = new URL('../docs/', import.meta.url)
const checkOnly = process.argv.includes('--check')
const pages = {
  'guide/state-machines.md': stateMachines(),
  'guide/agents.md': await agents(),
  'guide/events.md': events(),
  'guide/command-line.md': commandLine(),
  'guide/settings.md': settings(),
  'guide/models.md': models(),
  'guide/architecture.md': await architecture(),
  'decisions/README.md': decisions(),
}
const stale = Object.entries(pages).filter(([file, text]) => read(file) !== text)

for (const [file, text] of stale) {
  if (!checkOnly) writeFileSync(new URL(file, documents), text)
  console.log(checkOnly ? `out of date: docs/${file}` : `written: docs/${file}`)
}
console.log(`${Object.keys(pages).length} documents, ${stale.length} ${checkOnly ? 'out of date' : 'written'}`)
if (checkOnly && stale.length > 0) console.log('Run `npm run docs` to update them.')
process.exitCode = checkOnly && stale.length > 0 ? 1 : 0

function read(file) {
  try {
    return readFileSync(fileURLToPath(new URL(file, documents)), 'utf8')
  } catch {
    return undefined
  }
}
