// Finds what would break `npm ci` on other machines: registry URLs, install scripts (npm 12 blocks them), missing
// platform packages, version ranges.
import { globSync, readFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const entries = Object.entries(lock.packages)
const problems = [
  ...entries
    .filter(([, entry]) => /^\w+:/.test(entry.resolved ?? ''))
    .map(([path]) => `${path} contains a registry URL`),
  ...entries.filter(([, entry]) => entry.hasInstallScript).map(([path]) => `${path} has an install script`),
  ...entries.flatMap(([path, entry]) => missingOptional(path, entry)),
  ...manifests().flatMap(ranges),
]

for (const problem of problems) console.log(problem)
console.log(`${entries.length} packages, ${problems.length} problems`)
process.exitCode = problems.length > 0 || entries.length < 2 ? 1 : 0

function missingOptional(path, entry) {
  return Object.keys(entry.optionalDependencies ?? {})
    .filter((name) => !foldersUpFrom(path).some((folder) => lock.packages[`${folder}node_modules/${name}`]))
    .map((name) => `${name}, an optional dependency of ${path || 'the workspace'}, is missing`)
}

function foldersUpFrom(path) {
  const nested = path.split('node_modules/').map((_, index, parts) => parts.slice(0, index + 1).join('node_modules/'))
  return ['', ...nested.map((folder) => (folder && !folder.endsWith('/') ? `${folder}/` : folder))]
}

function manifests() {
  return ['package.json', ...globSync('{packages,apps}/*/package.json')]
}

function ranges(file) {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'))
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
    .map(([name, version]) => `${file}: ${name} is ${version}, not an exact version`)
}
