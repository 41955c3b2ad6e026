// Generates documents, and parts of the VS Code extension, from the code: `npm run docs`. With `--check`, lists what is
// outdated and exits with code 1 instead of writing it.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { agents } from './docs/agents.mjs'
import { answers } from './docs/answers.mjs'
import { architecture } from './docs/architecture.mjs'
import { decisions } from './docs/decisions.mjs'
import { events } from './docs/events.mjs'
import { models } from './docs/models.mjs'
import { runFlags } from './docs/run-flags.mjs'
import { runOptions, sdkOptions } from './docs/run-options.mjs'
import { settings, settingsSchema } from './docs/settings.mjs'
import { stateMachines } from './docs/state-machines.mjs'
import { vscodeKeys, vscodeManifest } from './docs/vscode.mjs'

const root = new URL('../', import.meta.url)
const checkOnly = process.argv.includes('--check')
const flags = { 'apps/cli/src/command-line/run-flags.json': runFlags() }
// The table of commands is read from it.
if (!checkOnly) writeStale(flags)
const { commandLine } = await import('./docs/command-line.mjs')
const pages = {
  ...flags,
  'docs/guide/state-machines.md': stateMachines(),
  'docs/guide/agents.md': await agents(),
  'docs/guide/answers.md': answers(),
  'docs/guide/events.md': events(),
  'docs/guide/command-line.md': commandLine(),
  'docs/guide/settings.md': settings(),
  'docs/guide/run-options.md': runOptions(),
  'packages/sdk/src/run-options.ts': sdkOptions(),
  'docs/guide/models.md': models(),
  'docs/guide/architecture.md': await architecture(),
  'docs/decisions/README.md': decisions(),
  'packages/library/src/settings/config.schema.json': settingsSchema(),
  'apps/vscode/package.json': vscodeManifest(),
  'apps/vscode/src/secrets/providers.json': vscodeKeys(),
}
const stale = checkOnly ? staleIn(pages) : writeStale(pages)

for (const [file] of stale) console.log(checkOnly ? `out of date: ${file}` : `written: ${file}`)
console.log(`${Object.keys(pages).length} documents, ${stale.length} ${checkOnly ? 'out of date' : 'written'}`)
if (checkOnly && stale.length > 0) console.log('Run `npm run docs` to update them.')
process.exitCode = checkOnly && stale.length > 0 ? 1 : 0

function staleIn(files) {
  return Object.entries(files).filter(([file, text]) => read(file) !== text)
}

function writeStale(files) {
  const stale = staleIn(files)
  for (const [file, text] of stale) writeFileSync(new URL(file, root), text)
  return stale
}

function read(file) {
  try {
    return readFileSync(fileURLToPath(new URL(file, root)), 'utf8')
  } catch {
    return undefined
  }
}
