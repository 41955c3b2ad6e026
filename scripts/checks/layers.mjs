// Checks the rules in .dependency-cruiser.mjs, and fails if the tool missed files: without a compatible TypeScript, it
// sees no modules and reports no violations.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const parts = ['packages', 'apps', 'tests', 'bench'].filter((part) => existsSync(part))
const { modules, summary } = cruise()
const unseen = filesOnDisk().filter((file) => !modules.some(({ source }) => source === file))

for (const { rule, from, to, cycle } of summary.violations) {
  const path = cycle ? cycle.map((step) => step.name ?? step).join(' → ') : to
  console.log(`${rule.name}: ${from} → ${path}`)
  console.log(`    ${commentOf(rule.name)}`)
}
for (const file of unseen) console.log(`not checked: ${file}`)
console.log(`${modules.length} modules, ${summary.violations.length} violations`)
process.exitCode = modules.length === 0 || unseen.length > 0 || summary.violations.length > 0 ? 1 : 0

function cruise() {
  const program = fileURLToPath(
    new URL('../../node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', import.meta.url),
  )
  const kept = ['--cache', '.cache/checks/layers', '--cache-strategy', 'content']
  const args = [program, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...kept, ...parts]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 28 }))
}

function commentOf(name) {
  return summary.ruleSetUsed.forbidden.find((rule) => rule.name === name)?.comment ?? ''
}

function filesOnDisk() {
  return parts
    .flatMap((part) =>
      globSync(`${part}/**/*.{ts,tsx,mjs}`, { exclude: (name) => name === 'node_modules' || name === 'dist' }),
    )
    .map((file) => file.replaceAll('\\', '/'))
}
